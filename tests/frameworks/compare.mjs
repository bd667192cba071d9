// Compares a framework's request with ours, on the same conversations.
import { loadPackage } from "../../scripts/load-package.mjs";
import { differenceOf, outlineOf } from "./outlines.mjs";
import { talkOf } from "./talks.mjs";

const { convert } = await loadPackage();

/** The number for each vendor: a format has three or more checks, so it sees more than a thousand. */
export const COUNT = process.env.RETHOUGHT_LONG ? 1000 : 400;
export const MODELS = { anthropic: "claude-sonnet-4-5", openai: "gpt-5", google: "gemini-2.5-pro" };
export const TARGETS = {
  anthropic: { wire: "anthropic-messages", model: MODELS.anthropic },
  openai: { wire: "openai-responses", model: MODELS.openai },
  google: { wire: "gemini-generate", model: MODELS.google },
};

/**
 * Compares a framework's request to a vendor with our conversion of its messages. `isForeign` finds the lines in which a framework sends the text of
 * another vendor's thought; ours drops such thoughts, unless the policy requests them. `settle` removes a known difference from the lines of a side.
 */
export async function compare({ format, vendor, spell, send, isForeign = () => false, settle = (lines) => lines, count = COUNT }) {
  let thoughts = 0;
  let foreign = 0;
  for (let seed = 1; seed <= count; seed++) {
    const talk = talkOf(seed, vendor);
    const messages = spell(talk);
    const others = talk.turns.flatMap(({ steps }) => steps.flatMap(({ parts }) => parts)).filter(({ kind, issuer }) => kind === "thought" && issuer !== vendor);
    const sent = settle(outlineOf(vendor, await send(messages)), "theirs", talk);
    const theirs = sent.filter((line) => !others.length || !isForeign(line, others));
    foreign += sent.length - theirs.length;
    const { request } = convert(JSON.stringify(messages), { from: format, to: TARGETS[vendor] });
    const ours = settle(outlineOf(vendor, JSON.parse(request)), "ours", talk);
    const difference = differenceOf(theirs, ours);
    if (difference) throw new Error(`conversation ${seed}: ${JSON.stringify(difference)}\n${JSON.stringify(messages)}`);
    thoughts += ours.filter((line) => line.startsWith("thought") || line.includes(" signed ")).length;
  }
  if (!thoughts) throw new Error("no conversation had a thought");
  const told = foreign ? `; ${foreign} lines with thoughts of other vendors are only in the framework's` : "";
  return `${count} conversations, ${thoughts} thoughts in the same places${told}`;
}

/** Returns a fetch that keeps the request body and returns an empty answer. */
export function keepingFetch() {
  const kept = {};
  const fetch = async (_, init) => {
    kept.body = JSON.parse(init.body);
    throw new Error("kept");
  };
  return { kept, fetch };
}
