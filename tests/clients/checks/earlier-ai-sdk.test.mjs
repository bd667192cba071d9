// The middleware and the guarded model in AI SDK 5 and 6: what was lost is restored, whole and streamed.
import assert from "node:assert/strict";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../../scripts/npm.mjs";
import { claudeSignature } from "../../handles.mjs";
import { KEY } from "../tools.mjs";
import { adapters, noted } from "../vendor.mjs";

await ensurePackages(fileURLToPath(new URL("../earlier-ai-sdk/", import.meta.url)));
const load = (name) => import(new URL(`../earlier-ai-sdk/node_modules/${name}/dist/index.mjs`, import.meta.url));
const THOUGHT = { type: "thinking", thinking: "Ask nobody.", signature: claudeSignature("earlier") };
const SAID = { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-4-8", content: [THOUGHT, { type: "text", text: "Yes." }], stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } };
const EVENTS = [
  { type: "message_start", message: { ...SAID, content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: THOUGHT.thinking } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: THOUGHT.signature } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Yes." } },
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];
const stream = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

for (const [version, provider] of [[5, 2], [6, 3]]) {
  for (const kind of ["middleware", "model"]) {
    test(`AI SDK ${version} with a guarded ${kind}`, async () => {
      const [{ generateText, streamText, wrapLanguageModel }, { createAnthropic }] = [await load(`ai-sdk-${version}`), await load(`ai-sdk-anthropic-${provider}`)];
      for (const isStream of [false, true]) {
        const [sent, { told, hooks }] = [[], noted()];
        const fetch = async (_, { body }) => {
          sent.push(JSON.parse(body));
          return isStream ? new Response(stream, { headers: { "content-type": "text/event-stream" } }) : new Response(JSON.stringify(SAID), { headers: { "content-type": "application/json" } });
        };
        const plain = createAnthropic({ apiKey: KEY, fetch })("claude-opus-4-8");
        const guarding = kind === "middleware" ? adapters.languageModelMiddleware({ mode: "repair", ...hooks }) : undefined;
        const model = guarding ? wrapLanguageModel({ model: plain, middleware: guarding }) : adapters.guardLanguageModel(plain, { mode: "repair", ...hooks });
        const ask = async (messages) => {
          const options = { model, messages, providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } } };
          const text = isStream ? await streamText(options).text : (await generateText(options)).text;
          await (guarding ?? adapters.guardOf(model)).settled();
          return text;
        };
        const question = { role: "user", content: "Is it warm?" };
        assert.equal(await ask([question]), "Yes.");
        // The program kept the text, and lost the thought.
        await ask([question, { role: "assistant", content: [{ type: "text", text: "Yes." }] }, { role: "user", content: "And now?" }]);
        assert.deepEqual(told.error, []);
        assert.deepEqual(told.report.map(({ wire }) => wire), ["anthropic-messages", "anthropic-messages"]);
        assert.deepEqual(sent[1].messages[1].content[0], THOUGHT);
      }
    });
  }
}
