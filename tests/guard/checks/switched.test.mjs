// A history that began at another vendor on Anthropic's wire goes on at Claude: it is answered at once or after one retry, and keeps all blocks of Claude.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { serve } from "../../simulator/server.mjs";
import { ORIGINS, PATH, switchedHistories, switchedHistory } from "../../simulator/switched.mjs";
import { guards } from "../drive.mjs";

/** Opens a guard before the simulator; `sent` has every body that it sends. */
async function opened(options, edit = (text) => text, address = `https://api.anthropic.com${PATH}`) {
  const server = await serve({ seed: 3 });
  const sent = [];
  // Whatever the host, Anthropic's API is behind it.
  const toSimulator = (input, init) => {
    sent.push(String(init.body));
    return fetch(`${server.url}/api.anthropic.com${PATH}`, { ...init, body: edit(String(init.body)) });
  };
  const guarded = guards.guard(toSimulator, options);
  const post = (body, headers = {}) => guarded(address, { method: "POST", headers: { "x-api-key": "one", "anthropic-version": "2023-06-01", ...headers }, body: JSON.stringify(body) });
  return { post, sent, guarded, close: () => server.close() };
}

for (const origin of Object.keys(ORIGINS))
  test(`a history begun at ${origin} goes on at Claude`, async (t) => {
    let retries = 0;
    for (const one of [...switchedHistories()].filter((one) => one.origin === origin)) {
      const { post, sent, close } = await opened({ mode: "repair" });
      const { body, own } = switchedHistory(origin, one);
      const answer = await post(body);
      const text = await answer.text();
      await close();
      equal(answer.status, 200, `${one.name}: ${text}`);
      ok(sent.length <= 2, `${one.name}: sent ${sent.length} times`);
      retries += sent.length - 1;
      ok(own.length && own.every((signature) => sent.at(-1).includes(signature)), `${one.name}: a block of Claude is missing`);
    }
    t.diagnostic(`${retries} retries`);
  });

for (const address of ["https://openrouter.ai/api/v1/messages", "https://llm.example.org/v1/messages", "http://localhost:4000/v1/messages"])
  test(`a gateway in front of Claude at ${new URL(address).host} refuses once`, async () => {
    for (const one of [...switchedHistories()].filter(({ isOpen, stream, model }) => !isOpen && !stream && model === "claude-sonnet-5")) {
      const { post, sent, close } = await opened({ mode: "repair" }, undefined, address);
      const { body, own } = switchedHistory(one.origin, one);
      const answer = await post(body);
      const text = await answer.text();
      await close();
      equal(answer.status, 200, `${one.name}: ${text}`);
      equal(sent.length, 2, `${one.name}: sent ${sent.length} times`);
      ok(own.length && own.every((signature) => sent.at(-1).includes(signature)), `${one.name}: a block of Claude is missing`);
    }
  });

/** Opens a guard before the simulator at OpenAI's host. */
async function openedOpenai(options, seed) {
  const server = await serve({ seed });
  const sent = [];
  const toSimulator = (input, init) => {
    sent.push(String(init.body));
    return fetch(`${server.url}/${new URL(input).host}${new URL(input).pathname}`, init);
  };
  const guarded = guards.guard(toSimulator, options);
  const post = async (body, key) => (await guarded("https://api.openai.com/v1/responses", { method: "POST", headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }, body: JSON.stringify(body) }));
  return { post, sent, guarded, close: () => server.close() };
}

const RESPONSES = { model: "gpt-5.5", store: false, include: ["reasoning.encrypted_content"], reasoning: { effort: "low" } };

for (const isRecorded of [true, false])
  test(`ciphertext of another account is removed after the refusal, and the new account's stays, ${isRecorded ? "with" : "without"} a record of it`, async () => {
    const [first, second] = [await openedOpenai({}, 3), await openedOpenai({ mode: "repair" }, 4)];
    const { post, guarded, sent } = second;
    const input = [{ role: "user", content: "How many files are there?" }];
    // The old key: through the same guard, or before there was one.
    const old = await (await (isRecorded ? post : first.post)({ ...RESPONSES, input }, "one")).json();
    input.push(...old.output, { role: "user", content: "And now?" });
    await guarded.settled();
    const foreign = old.output.filter(({ type }) => type === "reasoning").map(({ encrypted_content: text }) => text);
    ok(foreign.length && foreign.every(Boolean), "the old account answered with ciphertext");
    const before = sent.length;
    const answer = await post({ ...RESPONSES, input }, "two");
    const text = await answer.text();
    equal(answer.status, 200, text);
    ok(sent.length - before <= 2, `sent ${sent.length - before} times`);
    ok(foreign.every((ciphertext) => !sent.at(-1).includes(ciphertext)), "the foreign ciphertext was sent again");
    // The conversation goes on at the new account, with a mixed history: the client keeps what it has.
    const own = JSON.parse(text).output;
    const answered = await post({ ...RESPONSES, input: [...input, ...own, { role: "user", content: "Thank you. And then?" }] }, "two");
    equal(answered.status, 200, await answered.text());
    const kept = own.filter(({ type }) => type === "reasoning").map(({ encrypted_content: ciphertext }) => ciphertext);
    ok(kept.length && kept.every((ciphertext) => sent.at(-1).includes(ciphertext)), "the genuine ciphertext is missing");
    await first.close();
    await second.close();
  });

test("a guard that observes changes nothing: the refusal is the answer", async () => {
  const { post, sent, close } = await opened({});
  const { body } = switchedHistory("minimax", { model: "claude-sonnet-5", thinking: { type: "adaptive" }, isOpen: false, stream: false });
  equal((await post(body)).status, 400);
  equal(sent.length, 1);
  await close();
});
