import { ChatAnthropic } from "@langchain/anthropic";
import { guardChatModel } from "rethought/clients";

const model = guardChatModel(new ChatAnthropic({ model: "claude-opus-4-8", maxTokens: 4096 }), { mode: "repair" });
const { text } = await model.invoke("Is it warm?");
console.log(text);
