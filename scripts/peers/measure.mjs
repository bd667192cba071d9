// Measures one peer on conversations: every pair of wires that it supports, every fact counted, every result judged.
import { reasonAgainst } from "./carries.mjs";
import { compare, foreignHandlesIn } from "./facts.mjs";
import { auditRefusals, simulatorRefusal } from "./judge.mjs";
import { factsOf } from "./readers/all.mjs";
import { PLACES } from "./wires.mjs";

/** The sums of one peer. `needless` are the lost facts that the target could have carried, `untold` those that no note of the peer names. */
export class Tally {
  pairs = new Set();
  conversions = 0;
  threw = 0;
  facts = 0;
  lost = 0;
  needless = 0;
  untold = 0;
  handles = 0;
  audited = 0;
  simulated = 0;
  judged = 0;
  /** Needless losses by their kind, and errors by their text. */
  kinds = new Map();
  errors = new Map();
  examples = [];
}

/** Measures a peer on the pairs of `wanted` that it supports. `wanted` is a test of two wires. */
export async function measure(peer, conversations, rethought, wanted = () => true) {
  const tally = new Tally();
  for (const conversation of conversations.filter(({ wire }) => peer.from.includes(wire))) {
    const source = factsOf(conversation.wire, conversation.text);
    for (const to of peer.to.filter((wire) => wire !== conversation.wire && wanted(conversation.wire, wire) && (peer.supports?.(conversation.wire, wire) ?? true))) {
      tally.pairs.add(`${conversation.wire} ${to}`);
      await once(peer, conversation, source, to, rethought, tally);
    }
  }
  return tally;
}

async function once(peer, conversation, source, to, rethought, tally) {
  let made;
  try {
    made = await peer.convert(conversation, to, PLACES[to].model);
    if (typeof made.text !== "string") throw new Error("nothing was made");
  } catch (error) {
    tally.threw++;
    return add(tally.errors, String(error.message ?? error).slice(0, 90));
  }
  tally.conversions++;
  const { count, lost } = compare(source, factsOf(to, made.text));
  const isMeant = ({ kind, what }) => !peer.notGiven?.includes(kind) && !(kind === "reasoning" && what === '"on"' && PLACES[to].reasons);
  const given = lost.filter(isMeant);
  tally.untold += countUntold(given, peer, made.told);
  const needless = given.filter((fact) => !reasonAgainst(to, fact));
  tally.facts += count;
  tally.lost += given.length;
  tally.needless += needless.length;
  for (const { kind, what } of needless) {
    add(tally.kinds, kind);
    tally.examples.push({ id: conversation.id, to, kind, what: String(what).slice(0, 120) });
  }
  tally.handles += foreignHandlesIn(made.text, source, PLACES[conversation.wire].family, PLACES[to].family).length;
  const refused = auditRefusals(rethought, to, made.text);
  if (refused.length) tally.audited++;
  // The simulator refuses every signature that is not its own. Other conversations are judged only where signatures are not sent.
  const isJudged = conversation.isSimulated || PLACES[conversation.wire].family !== PLACES[to].family;
  const refusal = isJudged ? simulatorRefusal(to, made.text) : undefined;
  if (refusal !== undefined) tally.judged++;
  if (refusal) tally.simulated++;
  if (process.env.RETHOUGHT_PEERS_SHOW === peer.name) for (const rule of [...refused, refusal].filter(Boolean)) tally.examples.push({ id: conversation.id, to, kind: "refused", what: rule });
}

/** Counts the losses that no note names. A note names as many losses as its `count`, else one, so a second picture needs a second note. */
function countUntold(lost, peer, told) {
  const notes = (told ?? []).flatMap((note) => Array(note.count ?? 1).fill(note));
  return lost.filter((fact) => {
    const found = notes.findIndex((note) => peer.tells?.(fact, [note]));
    if (found >= 0) notes.splice(found, 1);
    return found < 0;
  }).length;
}

const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
