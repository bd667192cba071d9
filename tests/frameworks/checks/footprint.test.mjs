// Messages of agentfootprint: through the state of footprintjs, on which it is built, and beside its own providers.
//
// agentfootprint itself is on no registry. With RETHOUGHT_AGENTFOOTPRINT, the folder of a checkout, its providers for Claude and Gemini run beside ours.
//
// Known differences, taken out of both sides below or never spelled:
// - The framework sends a sealed block of Claude's without its data, and Claude refuses it. Ours has its data.
// - The framework sends the blocks of other vendors to Claude as its own. Ours are left out, so they are not spelled for Claude.
// - The framework has no thoughts for Gemini but the signatures of calls.
// - A result has no place for its failure there.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { flowChart, FlowChartExecutor } from "footprintjs";
import { loadPackage } from "../../../scripts/load-package.mjs";
import { target } from "../../../scripts/paths.mjs";
import { Skip, test } from "../../skip.mjs";
import { compare, MODELS, TARGETS } from "../compare.mjs";
import { talkOf } from "../talks.mjs";

const { convert } = await loadPackage();
const checkout = process.env.RETHOUGHT_AGENTFOOTPRINT;

/** Returns messages in the framework's form. */
function spell({ system, turns }, vendor) {
  const messages = system ? [{ role: "system", content: system }] : [];
  for (const { user, steps } of turns) {
    messages.push({ role: "user", content: user });
    for (const { parts, results } of steps) {
      messages.push(answerOf(parts, vendor), ...results.map(({ id, name, text }) => ({ role: "tool", content: text, toolCallId: id, toolName: name })));
    }
  }
  return messages;
}

function answerOf(parts, vendor) {
  const of = (kind) => parts.filter((part) => part.kind === kind);
  const thinkingBlocks = of("thought").filter(({ issuer, isRedacted }) => issuer === "anthropic" && vendor === "anthropic" && !isRedacted);
  const toolCalls = of("call").map(({ id, name, input, handle }) => ({ id, name, args: input, ...(handle && { providerMeta: { thoughtSignature: handle } }) }));
  return {
    role: "assistant",
    content: of("text").map(({ text }) => text).join(""),
    ...(thinkingBlocks.length && { thinkingBlocks: thinkingBlocks.map(({ texts: [content], handle }) => ({ type: "thinking", content, signature: handle })) }),
    ...(toolCalls.length && { toolCalls }),
  };
}

/** Returns messages that were written in one stage of a chart and read in the next, and those of its snapshot. */
async function throughState(messages) {
  let read;
  const chart = flowChart("Write", (scope) => void (scope.messages = messages.slice(0, -1)), "write")
    .addFunction("Append", (scope) => void (scope.messages = [...scope.messages, messages.at(-1)]), "append")
    .addFunction("Read", (scope) => void (read = scope.messages), "read")
    .build();
  const executor = new FlowChartExecutor(chart);
  await executor.run();
  return [read, executor.getSnapshot().sharedState.messages];
}

async function state() {
  let thoughts = 0;
  for (let seed = 1; seed <= 1000; seed++) {
    const messages = spell(talkOf(seed, "anthropic"), "anthropic");
    const options = { from: "agentfootprint", to: TARGETS.anthropic };
    const { request, plan } = convert(JSON.stringify(messages), options);
    for (const held of await throughState(messages)) {
      const there = convert(held, options);
      if (JSON.stringify(there.request) !== request) throw new Error(`conversation ${seed}: ${JSON.stringify(there.request)} instead of ${request}`);
    }
    thoughts += plan.length;
  }
  if (!thoughts) throw new Error("no conversation had a thought");
  return `1000 conversations, ${thoughts} thoughts the same from the scope and the snapshot`;
}

/** Returns the framework's providers, with a client that keeps its requests. */
async function providersOf(folder) {
  const outfile = join(target, "frameworks", "agentfootprint.mjs");
  const contents = 'export { AnthropicProvider } from "./AnthropicProvider.js"; export { GeminiProvider } from "./GeminiProvider.js";';
  const nodePaths = [fileURLToPath(new URL("../node_modules", import.meta.url))];
  await build({ stdin: { contents, resolveDir: join(folder, "src", "adapters", "llm"), loader: "ts" }, bundle: true, platform: "node", format: "esm", nodePaths, outfile, logLevel: "error" });
  const { AnthropicProvider, GeminiProvider } = await import(pathToFileURL(outfile));
  const kept = {};
  const keep = async (body) => {
    kept.body = JSON.parse(JSON.stringify(body));
    throw new Error("kept");
  };
  const providers = {
    anthropic: new AnthropicProvider({ defaultModel: MODELS.anthropic, _client: { messages: { create: keep } } }),
    google: new GeminiProvider({ defaultModel: MODELS.google, _client: { models: { generateContent: keep } } }),
  };
  return async (vendor, messages) => {
    delete kept.body;
    await providers[vendor].complete({ model: MODELS[vendor], messages }).catch((error) => {
      if (!kept.body) throw error;
    });
    return kept.body;
  };
}

async function beside(vendor) {
  if (!checkout) throw new Skip("RETHOUGHT_AGENTFOOTPRINT names no checkout of agentfootprint");
  if (!existsSync(checkout)) throw new Error(`RETHOUGHT_AGENTFOOTPRINT: there is no ${checkout}`);
  const send = await providersOf(checkout);
  return compare({ format: "agentfootprint", vendor, spell: (talk) => spell(talk, vendor), send: (messages) => send(vendor, messages), count: 1000 });
}

test("messages of agentfootprint in the state of footprintjs: the same request", async (t) => t.diagnostic(await state()));
test("messages of agentfootprint to Claude: the same thoughts in the same places", async (t) => t.diagnostic(await beside("anthropic")));
test("messages of agentfootprint to Gemini: the same signatures in the same places", async (t) => t.diagnostic(await beside("google")));
