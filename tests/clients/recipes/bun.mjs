// bun bun.mjs
import { Database } from "bun:sqlite";
import OpenAI from "openai";
import { sqliteStore } from "rethought/stores";
import { guardOf, guardOpenAI } from "rethought/clients";

const client = guardOpenAI(new OpenAI(), { mode: "repair", store: sqliteStore(new Database("ledger.db")) });
const { output_text } = await client.responses.create({ model: "gpt-5.4", input: "Is it warm?" });
console.log(output_text);
await guardOf(client).settled();
