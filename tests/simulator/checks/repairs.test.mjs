// No repair makes a recorded request worse: every damage of the simulator is applied to requests that a provider accepted. Each is repaired from a
// ledger of its conversation and without one, and no repair adds a refusal or ends in a more severe verdict. Read from ../shared/corpus; without it
// this is skipped. RETHOUGHT_REPAIRS=1 uses every request and damage, else one pair in that many.
import { ok } from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { pkg } from "../../../scripts/paths.mjs";
import { exchanges, hasCorpus } from "../../official-clients/corpus.mjs";
import { damage, damagesOf } from "../damage.mjs";
import { randomOf } from "../../random.mjs";

const EVERY = Number(process.env.RETHOUGHT_REPAIRS ?? 61);
const SHOWN = 8;
const ALLOWED = [[], ["unsafe", "placeholder"]];
const VERDICTS = ["accepted", "unknown", "degraded", "likely rejected", "rejected"];

const { audit, Ledger, repair } = await import(pathToFileURL(join(pkg, "start", "node.js")).href);

/** The kind of conversation whose damages fit the requests of a wire. */
function kindOf({ wire, host }) {
  if (wire === "anthropic-messages") return "anthropic";
  if (wire === "openai-responses") return "responses";
  if (wire === "gemini-generate") return "gemini";
  if (wire === "bedrock-converse") return "bedrock";
  if (wire === "openrouter-chat") return "openrouter";
  if (wire === "mistral-chat") return "chat:mistral";
  return wire === "openai-chat" ? (/deepseek/.test(host) ? "chat:deepseek" : "chat:openai") : null;
}

/** The conversations of the corpus: accepted exchanges by group, in the order they happened. */
function conversations() {
  const groups = new Map();
  for (const exchange of exchanges()) {
    const key = `${exchange.meta.group} ${exchange.target.wire}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(exchange);
  }
  for (const group of groups.values()) group.sort((one, other) => one.meta.interaction_index - other.meta.interaction_index);
  return groups.values();
}

/** Copies a request with one damage; null if the damage does not apply to it. */
function damagedText({ request, target }, kind, name, seed) {
  try {
    const talk = { body: JSON.parse(request), target: { ...target }, state: {} };
    const done = damage(kind, talk, randomOf(seed), name, talk);
    return done && JSON.stringify(talk.body);
  } catch (error) {
    // A recorded request may have a form that the simulator's own clients never send.
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

const refusals = ({ findings }) => new Set(findings.filter(({ severity }) => severity === "reject").map(({ rule }) => rule));

/** Returns how a repair makes a request worse; undefined if it does not. */
function worsening(text, target, options) {
  const before = audit(text, target, { ledger: options.ledger });
  const { request, report, applied } = repair(text, target, options);
  if (!applied.length) return request === text ? undefined : "changed, and nothing was applied";
  const known = refusals(before);
  const added = [...refusals(report)].filter((rule) => !known.has(rule));
  if (added.length) return `adds ${added.join(", ")}`;
  return VERDICTS.indexOf(report.verdict) > VERDICTS.indexOf(before.verdict) ? `${before.verdict} became ${report.verdict}` : undefined;
}

/** Records an accepted exchange, if its answer is in a form that is read here. */
function record(ledger, { request, response, sse, target }) {
  const report = ledger.audit(request, target);
  if (response) ledger.record(report, { response });
  else if (sse) ledger.record(report, { stream: sse });
}

test("no repair of a damaged recorded request is worse than none", (t) => {
  if (!hasCorpus) return t.skip("../shared/corpus is not here");
  const count = { damaged: 0 };
  const worse = [];
  let nth = 0;
  for (const group of conversations()) {
    const ledger = new Ledger();
    for (const exchange of group) {
      const kind = exchange.request && kindOf(exchange.target);
      for (const name of kind ? Object.keys(damagesOf(kind)) : []) {
        const text = nth++ % EVERY === 0 && damagedText(exchange, kind, name, nth);
        if (!text) continue;
        count.damaged++;
        for (const known of [undefined, ledger]) for (const allow of ALLOWED) {
          const how = worsening(text, exchange.target, { allow, ledger: known });
          if (how) worse.push(`${exchange.id} «${name}»${known ? " with a ledger" : ""}${allow.length ? ", all allowed" : ""}: ${how}`);
        }
      }
      if (exchange.request) record(ledger, exchange);
    }
    ledger[Symbol.dispose]();
  }
  ok(count.damaged > 0, "no request was damaged");
  ok(!worse.length, `${worse.length} of ${count.damaged} damaged requests became worse:\n${worse.slice(0, SHOWN).join("\n")}`);
  t.diagnostic(`${count.damaged} damaged requests, each repaired in four ways`);
});
