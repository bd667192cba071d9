// The client sends a converted request unchanged: its serializer supports every member, and its schema, if it has one, accepts every value.
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { OpenRouter } from "@openrouter/sdk";
import { CohereClientV2 } from "cohere-ai";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { own, recorded } from "../converted.mjs";
import { hasCorpus } from "../corpus.mjs";
import { GAPS, withoutGaps } from "../gaps.mjs";
import { withGlobal } from "../readers.mjs";
import { bare } from "../spelling.mjs";

const SHOWN = 8;
const KEY = "no-key";

/** Keeps the body of the one request that a client makes, and refuses it. */
class Post {
  body;

  fetch = async (input, init) => {
    const text = init?.body ?? (await input.text());
    this.body = typeof text === "string" ? text : new TextDecoder().decode(text);
    // A client retries after a failure, but not after a refusal.
    return new Response("{}", { status: 400, headers: { "content-type": "application/json" } });
  };

  /** A handler for AWS's clients. */
  handler = {
    handle: async ({ body }) => {
      await this.fetch(undefined, { body });
      throw new Error("nothing is sent");
    },
    metadata: {},
  };
}

/** Sends parameters with the client of a name. `stream` is the value of the body. */
const SEND = {
  "@anthropic-ai/sdk": (params, { fetch }) => new Anthropic({ apiKey: KEY, maxRetries: 0, fetch }).messages.create(params, { timeout: 1e6 }),
  "openai responses": (params, { fetch }) => new OpenAI({ apiKey: KEY, maxRetries: 0, fetch }).responses.create(params),
  "openai chat": (params, { fetch }) => new OpenAI({ apiKey: KEY, maxRetries: 0, fetch }).chat.completions.create(params),
  "@google/genai": (params, { fetch }) => withGlobal(fetch, () => new GoogleGenAI({ apiKey: KEY }).models.generateContent(params)),
  "@google/genai interactions": (params, { fetch }) => withGlobal(fetch, () => new GoogleGenAI({ apiKey: KEY }).interactions.create(params, { maxRetries: 0 })),
  "@openrouter/sdk": (params, { fetch }) => withGlobal(fetch, () => new OpenRouter({ apiKey: KEY, retryConfig: { strategy: "none" } }).chat.send({ chatRequest: params })),
  "@mistralai/mistralai": (params, { fetch }) => withGlobal(fetch, () => new Mistral({ apiKey: KEY }).chat[params.stream ? "stream" : "complete"](params)),
  "cohere-ai": (params, { fetch }, stream) => new CohereClientV2({ token: KEY, maxRetries: 0, fetch })[stream ? "chatStream" : "chat"](params),
  ollama: (params, { fetch }) => new Ollama({ fetch }).chat(params),
  "@aws-sdk/client-bedrock-runtime": (params, { handler }, stream) => {
    const credentials = { accessKeyId: KEY, secretAccessKey: KEY };
    return new BedrockRuntimeClient({ region: "us-east-1", credentials, maxAttempts: 1, requestHandler: handler }).send(new (stream ? ConverseStreamCommand : ConverseCommand)(params));
  },
};

async function sent(conversions) {
  const { warn } = console;
  // Clients warn of models that will be retired.
  console.warn = () => {};
  try {
    return await sendAll(conversions);
  } finally {
    console.warn = warn;
  }
}

async function sendAll(conversions) {
  const faults = new Map();
  let count = 0;
  for (const { sdk, to, name, body: whole } of conversions) {
    // Without any text of a user there is nothing to send to Gemini, whose client throws. A note reports it.
    if (whole.contents?.length === 0) continue;
    const { body } = withoutGaps(whole, GAPS.filter(({ client }) => client === sdk.name));
    const post = new Post();
    count++;
    let said;
    await SEND[sdk.name](bare(sdk.params(body, to)), post, body.stream).catch((error) => (said = error));
    const fault = post.body === undefined ? `the client says ${said?.message}` : differences(sdk.name, JSON.parse(post.body), body);
    if (fault) faults.set(`${sdk.name}: ${fault}`, [...(faults.get(`${sdk.name}: ${fault}`) ?? []), name]);
  }
  const lines = [...faults].slice(0, SHOWN).map(([fault, names]) => `${names.length} × ${fault}, e.g. ${names[0]}`);
  if (faults.size) throw new Error(`${faults.size} kinds of faults:\n    ${lines.join("\n    ")}`);
  return `${count} requests`;
}

/** Members that a client adds by itself, with the vendor's default value. */
const ADDED = {
  "@google/genai": { "/generationConfig": {} },
  "@openrouter/sdk": { "/stream": false },
  "cohere-ai": { "/stream": false },
  "@mistralai/mistralai": { "/stream": false, "/messages/*/tool_calls/*/index": 0, "/messages/*/prefix": false },
};

/** Returns the first place where two bodies differ; nothing if they are equal. */
function differences(client, sent, body) {
  const isAdded = (place, value) => isDeepStrictEqual(ADDED[client]?.[place], value);
  // JavaScript cannot write the number -0.
  return differenceAt(sent, JSON.parse(JSON.stringify(body)), "", isAdded);
}

function differenceAt(one, other, place, isAdded) {
  if (isDeepStrictEqual(one, other) || (other === undefined && isAdded(place, one))) return undefined;
  const isOpen = (value) => typeof value === "object" && value !== null;
  // The client sends bytes; recordings have words in their place, which are base64 of another spelling.
  if (/\/(bytes|redactedContent)$/.test(place) && Buffer.from(one, "base64").equals(Buffer.from(other, "base64"))) return undefined;
  if (!isOpen(one) || !isOpen(other)) return `${place} is ${JSON.stringify(one)?.slice(0, 80)} and was ${JSON.stringify(other)?.slice(0, 80)}`;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = differenceAt(one[key], other[key], `${place}/${Array.isArray(one) ? "*" : key}`, isAdded);
    if (found) return found;
  }
  return undefined;
}

test("clients send requests of our own making as they were converted", async (t) => t.diagnostic(await sent(own())));

test("clients send recorded requests as they were converted", async (t) => {
  if (!hasCorpus) return t.skip("../shared/corpus is not here");
  t.diagnostic(await sent(recorded()));
});
