import { google } from "@ai-sdk/google";
import { generateText, wrapLanguageModel } from "ai";
import { languageModelMiddleware } from "rethought/clients";

const model = wrapLanguageModel({ model: google("gemini-3-pro-preview"), middleware: languageModelMiddleware({ mode: "repair" }) });
const { text } = await generateText({ model, prompt: "Is it warm?" });
console.log(text);
