import { anthropic } from "@ai-sdk/anthropic";
import { Agent } from "@mastra/core/agent";
import { guardLanguageModel } from "rethought/clients";

const model = guardLanguageModel(anthropic("claude-opus-4-8"), { mode: "repair" });
const agent = new Agent({ id: "weather", name: "weather", instructions: "Answer in one sentence.", model });
const { text } = await agent.generate("Is it warm?");
console.log(text);
