// A proxy that converts and has no store keeps reasoning in memory, up to a limit, and refuses options that it cannot keep.
import { equal, match, throws } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { pkg } from "../../../scripts/paths.mjs";
import { front, listenOn, openProxy, proxies } from "../drive.mjs";

const convert = { wire: "openai-responses", model: "gpt-5.4", key: "sk-own" };
const SEALED = `gAAAAA${"Bc3d".repeat(40)}`;
const ANSWER = { id: "resp_1", object: "response", status: "completed", model: "gpt-5.4", output: [{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: SEALED }, { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Hello.", annotations: [] }] }], usage: { input_tokens: 1, output_tokens: 1 } };

test("the conversation that was not used for longest is forgotten when the memory is full", async () => {
  const sent = [];
  const vendor = await listenOn(createServer(async (request, reply) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    sent.push(Buffer.concat(chunks).toString());
    reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(ANSWER));
  }));
  const proxy = await openProxy("listener", { convert, memoryBytes: 1_000_000, upstreams: { openai: vendor.url } });
  const ask = async (conversation, messages) => {
    const answer = await proxy.call("/anthropic/v1/messages", { method: "POST", headers: { "content-type": "application/json", "x-rethought-conversation": conversation }, body: JSON.stringify({ model: "claude-opus-4-8", max_tokens: 9, messages }) });
    equal(answer.status, 200);
    return answer.json();
  };
  const first = [{ role: "user", content: "Hi" }];
  const { content } = await ask("a", first);
  const next = [...first, { role: "assistant", content }, { role: "user", content: "Go on." }];
  await ask("a", next);
  equal(sent.at(-1).includes(SEALED), true, "kept");
  for (const name of ["b", "c", "d"]) await ask(name, [{ role: "user", content: "x".repeat(400_000) }]);
  await ask("a", next);
  equal(sent.at(-1).includes(SEALED), false, "forgotten");
  await proxy.close();
  await vendor.close();
});

test("options that need a store, or that no conversion can keep, are refused by their names", () => {
  const store = front.memoryStore();
  for (const [name, value] of Object.entries({ durable: true, keep: "handles" })) throws(() => proxies.proxyHandler({ convert, store, [name]: value }), { code: "E_INPUT", message: new RegExp(`^${name} has no effect with convert`) });
  for (const [name, value] of Object.entries({ storeTimeout: 5, encryptWith: "k".repeat(44), retention: { days: 1 } })) throws(() => proxies.proxyHandler({ convert, [name]: value }), { code: "E_INPUT", message: new RegExp(`^${name} needs a store`) });
  for (const [words, sentence] of [[["--durable"], /--durable has no effect with --convert/], [["--keep", "handles"], /--keep has no effect with --convert/], [["--encrypt-env", "A"], /--encrypt-env needs --store/], [["--retain-days", "3"], /--retain-days needs --store/]]) {
    const { status, stderr } = spawnSync(process.execPath, [join(pkg, "cli", "index.js"), "proxy", "--convert", "openai-responses:gpt-5.4", ...words], { encoding: "utf8" });
    equal(status, 2, words[0]);
    match(stderr, sentence);
  }
});
