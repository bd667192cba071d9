// Every error message of the simulator's vendors, by the name that the checks use.
import { ANTHROPIC } from "./anthropic.mjs";
import { BEDROCK } from "./bedrock.mjs";
import { CHAT } from "./chat.mjs";
import { GOOGLE } from "./google.mjs";
import { OPENAI } from "./openai.mjs";

export const LITERALS = { ...ANTHROPIC, ...BEDROCK, ...OPENAI, ...GOOGLE, ...CHAT };
