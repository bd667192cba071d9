// The HTTP layer: the same answers over loopback, streamed in pieces or whole, refused with status and text.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { CLIENTS } from "../clients/all.mjs";
import { requestOf } from "../converse.mjs";
import { planOf } from "../plan.mjs";
import { randomOf } from "../../random.mjs";
import { serve } from "../server.mjs";

/** Makes two rounds of tools over HTTP, then removes the last thoughts. */
async function talkTo(kind, seed) {
  const random = randomOf(seed);
  const client = CLIENTS[kind];
  const talk = client.open(randomOf(seed));
  const server = await serve({ seed, era: talk.target.era, plan: () => planOf(random, { calls: 1 }) });
  const post = async (streamed) => {
    const { path, headers, text } = requestOf(client, talk, streamed);
    const response = await fetch(`${server.url}/${talk.target.host}${path}`, { method: "POST", headers: { ...headers, "content-type": "application/json", authorization: `Bearer ${talk.target.account}` }, body: text });
    const bytes = Buffer.from(await response.arrayBuffer());
    const answer = streamed && response.ok && client.unframe ? client.unframe(bytes) : bytes.toString();
    return { status: response.status, ...(streamed && response.ok ? { stream: answer } : { body: answer }) };
  };
  try {
    client.ask(talk, "begin");
    for (const streamed of [false, true, true]) {
      const answer = await post(streamed);
      equal(answer.status, 200, `${kind} ${answer.body}`);
      const message = client.fold(answer);
      client.append(talk, message, answer);
      client.results(talk, client.calls(message).map((call) => ({ ...call, text: "done" })));
    }
    return { log: server.log, post, talk, stop: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

for (const kind of Object.keys(CLIENTS)) {
  test(`${kind}: a tool loop over HTTP`, async () => {
    const { log, stop } = await talkTo(kind, 4);
    await stop();
    equal(log.length, 3, "requests");
  });
}

test("a refusal over HTTP has its status and its text", async () => {
  const { post, talk, log, stop } = await talkTo("chat:mimo", 4);
  talk.body.messages.forEach((message) => delete message.reasoning_content);
  const [whole, streamed] = [await post(false), await post(true)];
  await stop();
  equal(whole.status, 400, "status");
  ok(JSON.parse(whole.body).error.param.includes("must be passed back"), whole.body);
  ok(streamed.body.startsWith("data:{"), streamed.body);
  equal(log.at(-1).refusal.rule, "mimo.toolturn-missing-rc", "rule");
});

test("another key does not read a ciphertext", async () => {
  const { post, talk, stop } = await talkTo("responses", 11);
  talk.body.include = ["reasoning.encrypted_content"];
  const first = await post(false);
  talk.target.account = "org-z";
  const other = await post(false);
  await stop();
  equal(first.status, 200, first.body);
  ok(other.status >= 400, other.body);
});
