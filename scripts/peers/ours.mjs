// This package as one of the peers.
import { WIRES, targetOf } from "./wires.mjs";

/** The words of notes that name the loss of a kind of fact, if they differ from its name. */
const WORDS = { failed: "is_error", "broken call": "input", "open call": "content", "made image": "part", stop: "sampling", temperature: "sampling", top_p: "sampling" };

/** A peer has a name, a version, its pairs and a function that converts; `told` has its notes about losses. */
export function ours({ convert, version }) {
  return {
    name: "rethought",
    version: version(),
    from: WIRES,
    to: WIRES,
    convert: ({ text, wire, model }, to) => {
      const { request, plan, notes } = convert(text, { from: { ...targetOf(wire), ...(model ? { model } : {}) }, to: targetOf(to) });
      return { text: request, plan, told: notes };
    },
    tells: ({ kind }, notes) => notes.some(({ what }) => kind.replace("made ", "").startsWith(what) || what.startsWith(WORDS[kind] ?? kind)),
  };
}
