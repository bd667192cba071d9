// Claude Code, Codex and Gemini CLI through `rethought proxy`, against the simulator: sessions with a tool, histories that broke, and models of other vendors.
import { equal, ok } from "node:assert/strict";
import { serve } from "../../simulator/server.mjs";
import { test } from "../../skip.mjs";
import { AGENTS, openAgent, planFor, WORDS } from "../agents.mjs";
import { openTap, startCommand, upstreamArgs, upstreamsOf } from "../drive.mjs";
import { KEYS, STARTS } from "../recipes.mjs";

/** The handles of thoughts in a body of any vendor. A stream may have two for one item. */
const HANDLES = /"(?:signature|thoughtSignature|encrypted_content)":"([^"]+)"/g;
const replacing = (member, by) => (text) => text.replace(new RegExp(`,?"${member}":"([^"]{8})[^"]*"`, "g"), by);
/** Damages to the sessions that an agent has on the disk. */
const RESUMED = [
  ["Claude Code", "a signature altered", replacing("signature", ',"signature":"$1AAAA"'), { model: "claude-sonnet-4-6" }],
  ["Claude Code", "a signature lost", replacing("signature", ""), {}],
  ["Codex", "a sealed item altered", replacing("encrypted_content", ',"encrypted_content":"$1AAAA"'), {}],
];

/** Opens an agent, a proxy with some arguments, and a simulator behind a tap. */
async function withAgent(name, words, use) {
  const agent = await openAgent(name);
  const simulator = await serve({ seed: 4, plan: planFor(AGENTS[name]) });
  const tap = await openTap(simulator.url);
  const proxy = await startCommand([...words, ...upstreamArgs(upstreamsOf(tap.url, []))], KEYS);
  try {
    return await use({ agent, base: proxy.url, log: simulator.log, seen: tap.seen, proxy });
  } finally {
    await proxy.end();
    await tap.close();
    await simulator.close();
    agent.close();
  }
}

const refusalsIn = (log) => log.filter(({ refusal }) => refusal).map(({ refusal }) => refusal.rule);

async function runWell(agent, base, prompt, more) {
  const { code, printed } = await agent.run(base, prompt, more);
  equal(code, 0, printed.slice(-2000));
}

/** Makes two runs, the second of which continues the session of the first; the vendor accepts every call. */
async function twoSessions({ agent, base, log }) {
  await runWell(agent, base, `${WORDS} to a file`);
  await runWell(agent, base, `${WORDS} once more`, { goesOn: true });
  equal(agent.made(), "hello\nhello\n", "what its shell wrote");
  equal(refusalsIn(log).join(), "", "refusals");
  equal(log.length, 4, "calls");
}

/** Returns the answers whose thoughts are in none of the later requests. */
function lostThoughts(seen) {
  return seen.slice(0, -1).filter(({ response }, nth) => {
    const issued = [...response.toString().matchAll(HANDLES)].map(([, handle]) => handle);
    return issued.length && !issued.some((handle) => seen[nth + 1].request.includes(handle));
  });
}

async function resumed(name, damage, more, mode) {
  return withAgent(name, ["--mode", mode], async ({ agent, base, log }) => {
    await runWell(agent, base, `${WORDS} to a file`, more);
    ok(agent.damage(damage) > 0, "nothing was damaged");
    const { code, printed } = await agent.run(base, `${WORDS} once more`, { ...more, goesOn: true });
    return { code, printed, refusals: refusalsIn(log), made: agent.made() };
  });
}

/** Gemini CLI behind a gateway that loses the signatures of its calls. */
async function behindGateway(mode) {
  return withAgent("Gemini CLI", ["--mode", mode], async ({ agent, base, log }) => {
    const gateway = await openTap(base, replacing("thoughtSignature", ""));
    try {
      const { code, printed } = await agent.run(gateway.url, `${WORDS} to a file`);
      return { code, printed, refusals: refusalsIn(log) };
    } finally {
      await gateway.close();
    }
  });
}

for (const name of ["Claude Code", "Codex"]) {
  for (const mode of ["observe", "repair", "block"]) {
    test(`${name} calls a tool, ends, and goes on in a second session, with --mode ${mode}`, () => withAgent(name, ["--mode", mode], async (all) => {
      await twoSessions(all);
      equal(lostThoughts(all.seen).length, 0, "thoughts that did not come back");
    }));
  }
}

for (const mode of ["observe", "repair", "block"]) {
  test(`Gemini CLI calls a tool, and ends, with --mode ${mode}`, () => withAgent("Gemini CLI", ["--mode", mode], async ({ agent, base, log }) => {
    await runWell(agent, base, `${WORDS} to a file`);
    equal(agent.made(), "hello\n", "what its shell wrote");
    equal(log.map(({ status }) => status).join(), "200,200", "calls");
  }));
}

for (const [name, what, damage, more] of RESUMED) {
  test(`${name} goes on with a session that has ${what}: refused, and taken when the proxy repairs`, async (t) => {
    const observed = await resumed(name, damage, more, "observe");
    ok(observed.refusals.length > 0, `it was not refused: ${observed.printed}`);
    const repaired = await resumed(name, damage, more, "repair");
    equal([repaired.refusals.join(), repaired.code, repaired.made].join(";"), ";0;hello\nhello\n", repaired.printed);
    t.diagnostic(`${observed.refusals[0]}; by itself it ended with ${observed.code}`);
  });
}

test("Gemini CLI behind a gateway that loses signatures: refused, and taken when the proxy repairs", async (t) => {
  const observed = await behindGateway("observe");
  ok(observed.refusals.length > 0 && observed.code !== 0, `it was not refused: ${observed.printed}`);
  const repaired = await behindGateway("repair");
  equal([repaired.refusals.join(), repaired.code].join(";"), ";0", repaired.printed);
  t.diagnostic(observed.refusals[0]);
});

// It sends no name of a session: the proxy recognizes by the history that both are one, though its first message differs each time.
test("Gemini CLI goes on with a session, whose result it sends twice: refused, and taken when the proxy repairs", async () => {
  const observed = await resumed("Gemini CLI", (text) => `${text}\n`, {}, "observe");
  equal(observed.refusals[0], "order.gem.response-count", observed.printed);
  await withAgent("Gemini CLI", ["--mode", "repair"], async (all) => {
    await twoSessions(all);
    const listed = await (await fetch(`${all.proxy.pages}/sessions`)).json();
    equal(listed.map(({ exchanges }) => exchanges).join(), "4", "calls of its sessions");
  });
});

for (const { words, program, model } of STARTS.filter(({ program }) => program)) {
  test(`${program} with ${model}: two sessions, and thoughts come home`, () => withAgent(program, words, async (all) => {
    await twoSessions(all);
    equal(lostThoughts(all.seen).length, 0, "thoughts that did not come home");
  }));
}

test("Gemini CLI with Claude: two sessions", () => withAgent("Gemini CLI", ["--convert", "anthropic-messages:claude-opus-4-8", "--key-env", "ANTHROPIC_API_KEY"], twoSessions));

for (const name of Object.keys(AGENTS)) {
  test(`the recipe of ${name}`, () => withAgent(name, STARTS[0].words, async ({ agent, base, log }) => {
    const { code, printed } = await agent.recipe(base);
    equal(code, 0, printed.slice(-2000));
    ok(log.length > 0 && refusalsIn(log).length === 0, `${log.length} calls, refused by ${refusalsIn(log)}`);
  }));
}
