import { OpenRouter } from "@openrouter/sdk";
import { guardOpenRouter } from "rethought/clients";

const client = guardOpenRouter(new OpenRouter(), { mode: "repair" });
const { choices } = await client.chat.send({ chatRequest: { model: "anthropic/claude-sonnet-5", messages: [{ role: "user", content: "Is it warm?" }] } });
console.log(choices[0].message.content);
