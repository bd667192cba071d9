// The examples of the README run, over our own bodies, and give the documented results.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { CASES } from "./cases.mjs";

const README = readFileSync(new URL("./node_modules/rethought/README.md", import.meta.url), "utf8");
/** The pages of the other systems, which the runner copies beside this file. */
const PAGES = readdirSync(new URL("./pages/", import.meta.url)).sort().map((name) => readFileSync(new URL(`./pages/${name}`, import.meta.url), "utf8"));
const CONTENT = '[{"type":"thinking","thinking":"\\u00e9","signature":"S\\/=="}]';
const { stream } = CASES.find(({ name }) => name === "anthropic-messages/streamed");

Object.assign(globalThis, {
  request: '{"messages":[7]}',
  response: `{"type":"message","role":"assistant","content":${CONTENT},"choices":[{"message":{"reasoning_details":[{"type":"reasoning.text"}]}}]}`,
  turn: `{"role":"assistant","content":${CONTENT}}`,
  chunks: [stream.slice(0, 99), stream.slice(99)],
  transcript: `{"url":"https://api.anthropic.com/v1/messages","request":"{\\"messages\\":[]}","response":"{}"}\nbroken\n`,
});

test("the examples of the README and of the pages of other systems run", async () => {
  const examples = [README, ...PAGES].flatMap((page) => [...page.matchAll(/^```js\n([^]*?)^```/gm)]);
  assert.ok(examples.length >= 6);
  for (const [nth, [, code]] of examples.entries()) {
    const file = new URL(`./readme-${nth}.mjs`, import.meta.url);
    const gives = /^const next\b/m.test(code);
    writeFileSync(file, `const console = { log() {} };\n${code}\n${gives ? "export { next };" : ""}\n`);
    assert.ok(code.trimEnd().split("\n").length <= 25, code);
    const { next } = await import(file);
    if (gives && code.includes("replay(")) assert.equal(next, `{"messages":[7,{"role":"assistant","content":${CONTENT}}]}`, code);
  }
});
