import Anthropic from "@anthropic-ai/sdk";
import { guardAnthropic } from "rethought/clients";

const client = guardAnthropic(new Anthropic(), { mode: "repair" });
const { content } = await client.messages.create({ model: "claude-opus-4-8", max_tokens: 4096, messages: [{ role: "user", content: "Is it warm?" }] });
console.log(content.at(-1).text);
