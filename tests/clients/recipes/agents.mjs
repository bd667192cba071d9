import { Agent, run, setDefaultOpenAIClient } from "@openai/agents";
import OpenAI from "openai";
import { guardOpenAI } from "rethought/clients";

setDefaultOpenAIClient(guardOpenAI(new OpenAI(), { mode: "repair" }));
const { finalOutput } = await run(new Agent({ name: "weather", model: "gpt-5.4" }), "Is it warm?");
console.log(finalOutput);
