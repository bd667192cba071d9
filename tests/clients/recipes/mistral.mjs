import { Mistral } from "@mistralai/mistralai";
import { guardMistral } from "rethought/clients";

const client = guardMistral(new Mistral({ apiKey: process.env.MISTRAL_API_KEY }), { mode: "repair" });
const { choices } = await client.chat.complete({ model: "magistral-medium-latest", messages: [{ role: "user", content: "Is it warm?" }] });
console.log(choices[0].message.content.at(-1).text);
