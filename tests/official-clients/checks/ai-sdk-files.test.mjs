// Files in messages of the AI SDK 7: the requests of its providers beside ours.
import assert from "node:assert/strict";
import test from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText } from "ai";
import { loadPackage } from "../../../scripts/load-package.mjs";

const { convert } = await loadPackage();
const MODEL = "claude-sonnet-4-5";
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Returns the body that the framework sends. */
async function sent(messages) {
  let body;
  const fetch = async (_, init) => {
    body = JSON.parse(init.body);
    throw new Error("kept");
  };
  await generateText({ model: createAnthropic({ apiKey: "no-key", fetch })(MODEL), messages, maxRetries: 0 }).catch((error) => {
    if (!body) throw error;
  });
  return body;
}

/** Returns the sources of all media, in any place. */
const sourcesIn = (value) => (value && typeof value === "object" ? [...(value.source?.type ? [value.source] : []), ...Object.values(value).flatMap(sourcesIn)] : []);

const MESSAGES = [
  {
    role: "user",
    content: [
      { type: "text", text: "What are they?" },
      { type: "file", mediaType: "image/png", data: { type: "data", data: PICTURE } },
      { type: "file", mediaType: "image/png", data: PICTURE },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: { type: "data", data: "JVBERi0xLjQ=" } },
      { type: "file", mediaType: "text/plain", data: { type: "text", text: "Rain." } },
    ],
  },
  { role: "assistant", content: [{ type: "tool-call", toolCallId: "toolu_1", toolName: "look", input: {} }] },
  {
    role: "tool",
    content: [{ type: "tool-result", toolCallId: "toolu_1", toolName: "look", output: { type: "content", value: [{ type: "text", text: "Here." }, { type: "file", mediaType: "image/png", data: { type: "data", data: PICTURE } }] } }],
  },
];

test("tagged files in messages and results of tools: the same media in the same order", async () => {
  const theirs = sourcesIn((await sent(MESSAGES)).messages);
  const { request, notes } = convert(JSON.stringify(MESSAGES), { from: "ai-sdk", to: { wire: "anthropic-messages", model: MODEL } });
  assert.equal(theirs.length, 5);
  assert.deepEqual(sourcesIn(JSON.parse(request).messages), theirs);
  assert.deepEqual(notes.filter(({ pointer }) => pointer), []);
});
