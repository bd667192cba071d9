// Shapes of requests: the roles, and the form of pictures, documents, calls and results, by the vendors' published types. Shapes need no state, so
// any request can be checked. Shapes do not cover settings: the types of the SDKs judge them (tests/types).
import { check as anthropic } from "./anthropic.mjs";
import { check as chat } from "./chat.mjs";
import { check as converse } from "./converse.mjs";
import { check as gemini } from "./gemini.mjs";
import { cohere, interactions, ollama } from "./others.mjs";
import { Faults } from "./parts.mjs";
import { check as responses } from "./responses.mjs";

const SHAPES = {
  "anthropic-messages": anthropic,
  "bedrock-converse": converse,
  "openai-responses": responses,
  "gemini-generate": gemini,
  "gemini-interactions": interactions,
  "openai-chat": chat,
  "mistral-chat": (body, faults) => chat(body, faults, "mistral"),
  "openrouter-chat": (body, faults) => chat(body, faults, "openrouter"),
  "cohere-chat": cohere,
  "ollama-chat": ollama,
};

/** Returns the faults of a request's shape; `dialect` is the host's, if a wire has several. */
export function faultsOf(wire, body, dialect) {
  const faults = new Faults();
  SHAPES[wire](body, faults, dialect);
  return faults.list;
}
