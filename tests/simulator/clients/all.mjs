// The clients of the simulator, by name.
import { DIALECTS } from "../vendors/chat/dialects.mjs";
import * as anthropic from "./anthropic.mjs";
import * as bedrock from "./bedrock.mjs";
import { chatClient } from "./chat.mjs";
import * as gemini from "./gemini.mjs";
import * as openrouter from "./openrouter.mjs";
import { deepseekMessages, deepseekResponses, geminiCompat, kimiMessages } from "./plain.mjs";
import * as responses from "./responses.mjs";
import * as threads from "./threads.mjs";

const chats = Object.keys(DIALECTS).map((name) => [`chat:${name}`, chatClient(name)]);

export const CLIENTS = {
  anthropic,
  threads,
  responses,
  gemini,
  bedrock,
  openrouter,
  ...Object.fromEntries(chats),
  "chat:gemini": geminiCompat,
  "messages:deepseek": deepseekMessages,
  "messages:kimi": kimiMessages,
  "responses:deepseek": deepseekResponses,
};
