// Every sentence a vendor of the simulator can answer with, by the name the checks use.
import { ANTHROPIC } from "./anthropic.mjs";
import { BEDROCK } from "./bedrock.mjs";
import { CHAT } from "./chat.mjs";
import { GOOGLE } from "./google.mjs";
import { OPENAI } from "./openai.mjs";

export const LITERALS = { ...ANTHROPIC, ...BEDROCK, ...OPENAI, ...GOOGLE, ...CHAT };
