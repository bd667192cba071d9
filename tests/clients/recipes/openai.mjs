import OpenAI from "openai";
import { guardOpenAI } from "rethought/clients";

const client = guardOpenAI(new OpenAI(), { mode: "repair" });
const { output_text } = await client.responses.create({ model: "gpt-5.4", input: "Is it warm?" });
console.log(output_text);
