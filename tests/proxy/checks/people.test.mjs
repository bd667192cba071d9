// Recorded sessions of several people: the texts of one are in no transcript of another, and no other user of the machine can read them.
import { equal, ok } from "node:assert/strict";
import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { listenOn, newFolder, startCommand } from "../drive.mjs";

const LONG_NAME = "n".repeat(600);
/** Two people each: the headers of both, and the vendor's first answer to both. */
const PEOPLE = {
  "no names, one key, other answers": [{ "x-api-key": "k" }, { "x-api-key": "k" }, (who) => `Yes, ${who}`],
  "no names, one key, equal answers": [{ "x-api-key": "k" }, { "x-api-key": "k" }, () => "Yes"],
  "no names, no keys, equal answers": [{}, {}, () => "Yes"],
  "no names, two keys, equal answers": [{ "x-api-key": "k1" }, { "x-api-key": "k2" }, () => "Yes"],
  "no names, two bearers, equal answers": [{ authorization: "Bearer k1" }, { authorization: "Bearer k2" }, () => "Yes"],
  "one name, two keys": [{ "x-claude-code-session-id": "s", "x-api-key": "k1" }, { "x-claude-code-session-id": "s", "x-api-key": "k2" }, () => "Yes"],
  "names equal in 600 letters": [{ "x-rethought-conversation": `${LONG_NAME}1` }, { "x-rethought-conversation": `${LONG_NAME}2` }, () => "Yes"],
  "names of the same letters": [{ "x-rethought-conversation": "a/b" }, { "x-rethought-conversation": "a:b" }, () => "Yes"],
};

/** Opens a vendor whose answers have no ids that a client sends back. */
const openVendor = (said) =>
  listenOn(createServer(async (request, reply) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const who = /private of (\w+)/.exec(text)?.[1];
    reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id: `msg_${Math.random()}`, type: "message", role: "assistant", model: "claude-opus-4-8", content: [{ type: "text", text: who ? `I keep the private of ${who}` : said(request.headers["x-who"]) }], stop_reason: "end_turn", usage: {} }));
  }));

async function ask(proxy, headers, who, messages) {
  const response = await fetch(`${proxy.url}/anthropic/v1/messages`, { method: "POST", headers: { "content-type": "application/json", "x-who": who, ...headers }, body: JSON.stringify({ model: "claude-opus-4-8", max_tokens: 9, messages }) });
  const { content } = await response.json();
  return [...messages, { role: "assistant", content }];
}

async function talkAll(proxy, people, rounds) {
  const talks = Object.fromEntries(Object.keys(people).map((who) => [who, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [who, headers] of Object.entries(people)) talks[who] = await ask(proxy, headers, who, [...talks[who], { role: "user", content: round === 0 ? "Hello" : `The private of ${who}, part ${round}` }]);
  }
}

for (const [what, [ann, bob, said]] of Object.entries(PEOPLE)) {
  test(`two people have no transcript in common: ${what}`, async () => {
    for (const isRecorded of [true, false]) {
      const [vendor, folder] = [await openVendor(said), newFolder()];
      const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, ...(isRecorded ? ["--record", folder] : [])]);
      await talkAll(proxy, { ann, bob }, 4);
      const listed = await (await fetch(`${proxy.pages}/sessions`)).json();
      const shown = await Promise.all(listed.map(async ({ id }) => (await fetch(`${proxy.pages}/sessions/${id}`)).text()));
      equal(listed.reduce((sum, { exchanges }) => sum + exchanges, 0), 8, "calls");
      equal(await proxy.end(), 0, proxy.printed.faults);
      const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
      equal(files.length, isRecorded ? listed.length : 0);
      for (const text of [...shown, ...files]) ok(!(text.includes("private of ann") && text.includes("private of bob")), "both are in one transcript");
      // The later calls of each stay together.
      for (const who of ["ann", "bob"]) equal(shown.filter((text) => text.includes(`private of ${who}`)).length, 1, `transcripts of ${who}`);
      await vendor.close();
    }
  });
}

test("the folder of transcripts and its files are for their owner alone", async () => {
  const [vendor, folder] = [await openVendor(() => "Yes"), join(newFolder(), "new", "record")];
  const modeOf = (path) => (statSync(path).mode & 0o777).toString(8);
  for (let round = 0; round < 2; round++) {
    const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--record", folder]);
    await talkAll(proxy, { ann: { "x-claude-code-session-id": "s" } }, 1);
    equal(await proxy.end(), 0, proxy.printed.faults);
    const [file] = readdirSync(folder);
    equal([modeOf(folder), modeOf(join(folder, file))].join(), "700,600");
    // A file of an older version gets the right mode when it is used again.
    chmodSync(join(folder, file), 0o644);
  }
  await vendor.close();
});

test("secrets that only their names tell are in no transcript", async () => {
  const [vendor, folder] = [await openVendor(() => "Yes"), newFolder()];
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--record", folder]);
  const input = { api_key: "abc-def", nested: { password: "horse staple" } };
  await ask(proxy, { "x-api-key": "k" }, "ann", [{ role: "user", content: "Use password=hunter2 and Authorization: Bearer abc123" }, { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input }] }, { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }] }]);
  equal(await proxy.end(), 0, proxy.printed.faults);
  const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")).join("");
  for (const secret of ["hunter2", "abc123", "abc-def", "horse staple"]) ok(!text.includes(secret), `${secret} is in a transcript`);
  ok(text.includes("toolu_1") && text.includes("Use password="), "more than the secrets is gone");
  await vendor.close();
});
