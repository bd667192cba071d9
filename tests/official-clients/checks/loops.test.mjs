// Tool loops of six steps: an official client and another vendor's simulator, with the converter between them.
import test from "node:test";
import { AGENTS } from "../agents.mjs";
import { Bridge } from "../bridge.mjs";
import { KINDS } from "../../simulator/converse.mjs";

const STEPS = 6;
const SEEDS = process.env.RETHOUGHT_LONG ? 40 : 2;
const SHOWN = 10;
/**
 * The vendor of a client itself. A host on the client's own wire that no table has, such as the simulator's Ollama, is not recognized as another
 * vendor: the request stays unchanged, without thoughts that OpenAI does not read.
 */
const LEFT_OUT = { "@anthropic-ai/sdk": ["anthropic"], "openai chat": ["chat:openai", "chat:ollama"], "openai responses": ["responses"], "@google/genai": ["gemini"] };

async function runAll(name, agent, isStream) {
  const wrong = [];
  // The provider stores a thread.
  const vendors = KINDS.filter((kind) => kind !== "threads" && !LEFT_OUT[name].includes(kind));
  const counts = { loops: 0, thoughts: 0 };
  for (const vendor of vendors) {
    for (let seed = 0; seed < SEEDS; seed++) {
      const bridge = new Bridge(agent.target, vendor, seed * 31 + 7);
      const fault = await runLoop(agent, bridge, isStream).catch((error) => `${error.name}: ${error.message}`);
      counts.loops++;
      counts.thoughts += bridge.thoughts.length;
      if (fault) wrong.push(`${vendor} ${seed} (${bridge.to.model}), step ${bridge.steps.length}: ${fault}`);
    }
  }
  if (wrong.length) throw new Error(`${wrong.length} of ${counts.loops}:\n    ${wrong.slice(0, SHOWN).join("\n    ")}`);
  return `${counts.loops} loops at ${vendors.length} vendors, ${counts.thoughts} thoughts back`;
}

/** Returns the fault of a loop: a refused or incomplete request, a lost thought, or lost calls. */
async function runLoop({ open, ask, append }, bridge, isStream) {
  const params = open("Find the file, then tell me.");
  for (let step = 0; step < STEPS; step++) {
    const calls = step < STEPS - 1 ? 1 + (step % 3) : 0;
    const answer = await ask(params, bridge.fetchFor(calls, isStream), isStream);
    const { refusal, lost, text } = bridge.steps.at(-1);
    if (refusal) return `refused, ${refusal.rule}`;
    if (lost.length) return `lost ${lost.map(({ rule }) => rule).join(", ")}`;
    const before = bridge.thoughts.slice(0, bridge.issuedBefore);
    const missing = before.filter((spellings) => !spellings.some((thought) => text.includes(thought)));
    if (missing.length) return `${missing.length} of ${before.length} thoughts did not come back, ${missing[0][0].slice(0, 40)}`;
    const made = append(params, answer, (name) => `${name} is done, step ${step}`);
    if (made !== calls) return `${made} calls, and the vendor made ${calls}`;
  }
  return bridge.steps.length === STEPS ? undefined : `${bridge.steps.length} requests`;
}

for (const [name, agent] of Object.entries(AGENTS)) {
  for (const isStream of [false, true]) {
    test(`${name} runs a loop of ${STEPS} steps at every other vendor, ${isStream ? "streamed" : "whole"}`, async (t) => t.diagnostic(await runAll(name, agent, isStream)));
  }
}
