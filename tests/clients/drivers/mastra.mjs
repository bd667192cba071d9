// Agents of Mastra, over guarded models of the AI SDK: in the agent's own loop of tools, and from run to run, where each run ends after the tools of one answer.
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { jsonSchema } from "ai";
import { guardedModel, PROVIDERS } from "./ai-sdk.mjs";
import { talkOf } from "../talk.mjs";
import { SCHEMA, TOOLS } from "../tools.mjs";

// Otherwise it would report its use to its makers.
process.env.MASTRA_TELEMETRY_DISABLED = "1";

const inputSchema = jsonSchema({ ...SCHEMA, additionalProperties: true });
const questionOf = (content) => ({ role: "user", content });

function agentOf(model, execute) {
  const tools = Object.fromEntries(TOOLS.map((id) => [id, createTool({ id, description: "It works", inputSchema, execute: () => execute(id) })]));
  const finder = new Agent({ id: "finder", name: "finder", instructions: "Find it.", model, tools, maxRetries: 0 });
  return new Mastra({ agents: { finder }, logger: false }).getAgent("finder");
}

/** Runs an agent. Resolves to all messages when it is done. */
async function run(agent, history, isStream, options) {
  if (!isStream) return (await agent.generate(history, options)).messages;
  const ended = await agent.stream(history, options);
  await ended.consumeStream();
  if (ended.error) throw ended.error;
  return (await ended.getFullOutput()).messages;
}

/** From run to run: the messages of one are the history of the next. */
function openRuns(model, providerOptions) {
  let [calls, result] = [0, () => ""];
  const agent = agentOf(model, async (name) => (calls++, result(name)));
  return talkOf(model, questionOf, async (history, isStream, resultOf) => {
    [calls, result] = [0, resultOf];
    history.splice(0, Infinity, ...(await run(agent, history, isStream, { maxSteps: 1, providerOptions })));
    return calls;
  });
}

/** In one run: tools wait until the next step begins. A step ends when every tool of an answer waits, or the run is over. */
function openLoop(model, providerOptions, vendor) {
  let [waiting, whenAllWait, running] = [[], () => {}, undefined];
  const agent = agentOf(model, (name) => new Promise((resolve) => {
    waiting.push((resultOf) => resolve(resultOf(name)));
    if (waiting.length === vendor.calls) whenAllWait();
  }));
  return talkOf(model, questionOf, async (history, isStream, resultOf) => {
    const allWait = new Promise((resolve) => (whenAllWait = resolve));
    const [released] = [waiting, (waiting = [])];
    for (const release of released) release(resultOf);
    running ??= run(agent, history, isStream, { maxSteps: 99, providerOptions }).then((messages) => history.splice(0, Infinity, ...messages)).finally(() => (running = undefined));
    await Promise.race([allWait, running]);
    return waiting.length;
  });
}

const driverOf = (open, client, name) => ({
  client: `${client}, ${name}`,
  vendor: PROVIDERS[name].vendor,
  open: (vendor, options) => open(guardedModel(PROVIDERS[name], vendor, options), PROVIDERS[name].options, vendor),
});

/** It treats thoughts without a text as equal, and keeps the first. */
const loses = ["whole", "stream"];
const loop = (name) => ({ ...driverOf(openLoop, "@mastra/core", name), isClosed: true });
const runs = (name) => driverOf(openRuns, "@mastra/core from run to run", name);

export const drivers = [
  { ...loop("@ai-sdk/anthropic"), loses },
  loop("@ai-sdk/openai"),
  loop("@ai-sdk/google"),
  // Answers become one message, and thoughts between their calls are lost.
  { ...runs("@ai-sdk/anthropic"), loses },
  runs("@ai-sdk/openai"),
];
