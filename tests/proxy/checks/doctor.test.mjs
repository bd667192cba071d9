// Sessions of real agents that were damaged on the disk: the agent resumes and may die, `rethought doctor --write` repairs the file, and the agent's next resume
// is answered without a refusal. All genuine handles of the repaired session are in its first request. One damage for each agent, all with RETHOUGHT_LONG=1.
import { deepEqual, equal, ok } from "node:assert/strict";
import { after } from "node:test";
import { test } from "../../skip.mjs";
import { WORDS } from "../agents.mjs";
import { OF_LINES, OF_PARTS } from "../sessions/damages.mjs";
import { FORMS } from "../sessions/forms.mjs";
import { openWard } from "../sessions/ward.mjs";

const ANTHROPIC = "api.anthropic.com";
const OPENAI = "api.openai.com";
/**
 * The agents: the form of their sessions, the host, which a file does not name behind a proxy, and `rescues` if the agent repairs a refused session itself, at the price
 * of all thoughts. That one is not let to.
 */
const AGENTS = [
  ["Claude Code 2.1.154", FORMS.claude, ANTHROPIC],
  ["Claude Code", FORMS.claude, ANTHROPIC, { rescues: true }],
  ["Codex", FORMS.codex, OPENAI],
  ["Gemini CLI", FORMS.gemini, "generativelanguage.googleapis.com"],
  ["OpenCode", FORMS.opencode, ANTHROPIC],
  ["OpenCode with GPT", FORMS.opencodeItems, OPENAI],
  ["pi", FORMS.pi, ANTHROPIC],
  ["pi with GPT", FORMS.piItems, OPENAI],
];

/** The handles of thoughts, in a session or in a request, also within a text of JSON. */
const HANDLES = /\\?"(?:signature|thinkingSignature|encrypted_content|reasoningEncryptedContent)\\?":\\?"([^"\\{]{40,})\\?"/g;
const handlesIn = (text) => [...new Set([...text.matchAll(HANDLES)].map(([, handle]) => handle))];

/** The requests of a conversation: agents also ask for titles and the like. */
const requestsIn = (seen) => seen.map(({ request }) => request.toString()).filter((request) => request.includes(`${WORDS} to a file`) || request.includes(`${WORDS} once more`));

const wards = new Map();
after(() => Promise.all([...wards.values()].map(async (ward) => (await ward.catch(() => ({ close() {} }))).close())));

function wardOf([name, form]) {
  if (!wards.has(name)) wards.set(name, openWard(name, form));
  return wards.get(name);
}

/** Runs a damaged session, repairs it, and runs it again. */
async function revive(t, [, , host, { rescues = false } = {}], ward, { damage, ofLines = false, dying = {}, options = [] }) {
  ward.reset();
  const healthy = handlesIn(ward.text());
  if (!(await damage())) return t.skip("its sessions have no such part");
  let refused = ward.refusals().length;
  let code = 0;
  if (!rescues) ({ code } = await ward.run(`${WORDS} in vain`, dying));
  const died = ward.refusals().slice(refused);
  refused = ward.refusals().length;
  const told = ward.doctor(ward.file(), "--host", host, "--write", ...options);
  const isRepaired = /repaired, and checked again/.test(told.stdout);
  const genuine = handlesIn(ward.text()).filter((handle) => healthy.includes(handle));
  const calls = ward.tap.seen.length;
  const resumed = await ward.run(`${WORDS} a third time`, dying);
  const [sent = ""] = requestsIn(ward.tap.seen.slice(calls));
  const lost = genuine.filter((handle) => !sent.includes(handle));
  const outcome = died.length ? `died of ${died[0]}` : code ? `ended with ${code}` : rescues ? "not let die" : "went on by itself";
  t.diagnostic(`${outcome}; ${isRepaired ? "repaired" : told.status === 0 ? "no edit" : `not repaired (${told.status})`}; ${genuine.length - lost.length} of ${genuine.length} genuine handles of ${healthy.length} sent`);
  deepEqual(ward.refusals().slice(refused), [], `refused after the doctor:\n${told.stdout}${told.stderr}`);
  equal(resumed.code, 0, `${resumed.printed.slice(-2000)}\n${told.stdout}${told.stderr}`);
  ok(sent, "no request has the conversation");
  // An agent that goes on by itself decides what it sends.
  if (died.length || rescues && isRepaired) deepEqual(lost, [], "genuine handles that were not sent");
  // What an agent repairs itself is healthy. Lines that it only skips are repaired.
  if (!died.length && !code && !rescues && !ofLines) ok(!isRepaired, `a healthy session was edited: ${told.stdout}`);
}

/** The ends of the first event of a kind in a stream: the agent is killed when it has read it. */
const upTo = (event) => (text) => {
  const at = text.search(event);
  return at < 0 ? undefined : text.indexOf("\n\n", at) + 2;
};
const KILLS = {
  "killed in the thinking": upTo(/"(?:thinking_delta|response\.reasoning_summary_text\.delta)"|"thought":true/),
  "killed in the call": upTo(/"(?:input_json_delta|response\.function_call_arguments\.delta)"|"functionCall"/),
  "killed in the answer": upTo(/"(?:text_delta|response\.output_text\.delta)"/),
};

/** Kills an agent with SIGKILL while it reads a response. */
async function killed(ward, placeIn) {
  const held = new Promise((resolve) => ward.tap.hold(placeIn, resolve));
  const { kill, ended } = ward.start(`${WORDS} until it is killed`);
  const isHeld = await Promise.race([held.then(() => true), ended.then(() => false)]);
  ward.tap.hold();
  // It writes what it has read a moment later.
  if (isHeld) await new Promise((resolve) => setTimeout(resolve, 500));
  kill();
  await ended;
  return isHeld;
}

const isLong = process.env.RETHOUGHT_LONG;
for (const agent of AGENTS) {
  const [name, form] = agent;
  const parts = Object.entries(OF_PARTS).map(([what, damage]) => [what, { damage: async () => (await wardOf(agent)).damageParts(damage) }]);
  const lines = form.isDatabase ? [] : Object.entries(OF_LINES).map(([what, damage]) => [what, { ofLines: true, damage: async () => (await wardOf(agent)).damageLines(damage) }]);
  const kills = Object.entries(KILLS).map(([what, placeIn]) => [what, { ofLines: true, damage: async () => killed(await wardOf(agent), placeIn) }]);
  const all = [["nothing", { damage: () => true }], ...parts, ...lines, ...kills];
  // A session of Gemini CLI dies without a damage.
  for (const [what, more] of isLong ? all : [all[form.prompts ? 0 : 1]]) test(`${name}, ${what}`, async (t) => revive(t, agent, await wardOf(agent), more));
}
