import { anthropic } from "@ai-sdk/anthropic";
import { generateText } from "ai";
import { guardLanguageModel } from "rethought/clients";

const model = guardLanguageModel(anthropic("claude-opus-4-8"), { mode: "repair" });
const { text } = await generateText({ model, prompt: "Is it warm?" });
console.log(text);
