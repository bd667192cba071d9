// The reader of each wire.
import { Facts, parsed } from "../facts.mjs";
import { read as anthropic } from "./anthropic.mjs";
import { read as chat } from "./chat.mjs";
import { read as converse } from "./converse.mjs";
import { read as gemini } from "./gemini.mjs";
import { read as interactions } from "./interactions.mjs";
import { readCohere, readOllama } from "./plain.mjs";
import { read as responses } from "./responses.mjs";

const READERS = {
  "anthropic-messages": anthropic,
  "bedrock-converse": converse,
  "openai-responses": responses,
  "openai-chat": chat,
  "openrouter-chat": chat,
  "mistral-chat": chat,
  "gemini-generate": gemini,
  "gemini-interactions": interactions,
  "cohere-chat": readCohere,
  "ollama-chat": readOllama,
};

/** Returns the facts of a request's text on a wire. */
export function factsOf(wire, text) {
  const facts = new Facts();
  READERS[wire](parsed(text) ?? {}, facts);
  return facts;
}
