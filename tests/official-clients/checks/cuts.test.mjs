// The official clients read converted streams that were cut: each throws, or reports an incomplete answer, and none has a finished call.
import { Readable } from "node:stream";
import test from "node:test";
import { BedrockRuntimeClient, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { loadPackage } from "../../../scripts/load-package.mjs";
import { randomOf } from "../../random.mjs";
import { hasCorpus } from "../corpus.mjs";
import { READERS, withGlobal } from "../readers.mjs";
import { ownStreams, recordedStreams } from "../streams.mjs";

const { convertResponse, StreamConverter } = await loadPackage();
/** The number of random cuts in every stream. */
const PLACES = process.env.RETHOUGHT_LONG ? 40 : 4;
const STEP = process.env.RETHOUGHT_LONG ? 1 : 40;

const CLIENTS = {
  ...READERS,
  "@aws-sdk/client-bedrock-runtime": { to: { wire: "bedrock-converse", host: "bedrock-runtime.us-east-1.amazonaws.com", model: "m" }, stream: readConverse },
  "@google/genai interactions": { to: { wire: "gemini-interactions", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" }, stream: readInteraction },
};

async function cutAll(client, streams) {
  const finished = new Map();
  let [cut, count] = [0, 0];
  for (const { name, from, bytes } of streams) {
    if (from.wire === client.to.wire) continue;
    const random = randomOf(count++);
    for (let nth = 0; nth < PLACES; nth++) {
      const { made, ended, error } = converted(from, client.to, bytes.subarray(0, random.below(bytes.length)));
      if (ended || error) continue;
      cut++;
      const read = await client.stream(async () => replied(made, client.to)).catch(() => undefined);
      if (read !== undefined) finished.set(name, JSON.stringify(read).slice(0, 300));
    }
  }
  const shown = [...finished].slice(0, 5).map(([name, read]) => `${name}: ${read}`);
  if (finished.size) throw new Error(`of ${cut} cut streams, those of ${finished.size} are read as finished:\n    ${shown.join("\n    ")}`);
  return `cut streams finished as whole: 0 of ${cut}`;
}

function converted(from, to, bytes) {
  const converter = new StreamConverter({ from, to });
  const first = converter.push(bytes);
  const { rest, ended, error } = converter.finish();
  return { made: Buffer.concat([first, rest]), ended, error };
}

const replied = (bytes, { wire }) => new Response(bytes, { headers: { "content-type": wire === "ollama-chat" ? "application/x-ndjson" : "text/event-stream" } });

/** An unfinished body, with a call that has only begun. */
const OPEN_BODY = JSON.stringify({
  id: "resp_1",
  object: "response",
  model: "gpt-5.4",
  status: "in_progress",
  output: [
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look." }] },
    { type: "function_call", status: "in_progress", call_id: "call_1", name: "look", arguments: '{"city":"Ber' },
  ],
});

const LIMITS = ["max_tokens", "length", "MAX_TOKENS"];

async function readOpenBody({ to, whole, outline }) {
  const { response, ended } = convertResponse(OPEN_BODY, { from: "openai-responses", to });
  if (ended) throw new Error("the body counts as complete");
  const read = outline(await whole(async () => new Response(response, { headers: { "content-type": "application/json" } })));
  const said = JSON.stringify(read);
  if (said.includes("look\"") || !LIMITS.some((limit) => said.includes(`"${limit}"`))) throw new Error(`read as finished: ${said}`);
}

/** Returns the stop of a stream of Converse. A stream without a stop must have an error. */
async function readConverse(fetch) {
  const body = Buffer.from(await (await fetch()).arrayBuffer());
  const response = { statusCode: 200, headers: { "content-type": "application/vnd.amazon.eventstream" }, body: Readable.from([body]) };
  const client = new BedrockRuntimeClient({ region: "us-east-1", credentials: { accessKeyId: "a", secretAccessKey: "b" }, maxAttempts: 1, requestHandler: { handle: async () => ({ response }) } });
  const { stream } = await client.send(new ConverseStreamCommand({ modelId: "m", messages: [{ role: "user", content: [{ text: "Hello" }] }] }));
  for await (const { messageStop } of stream) if (messageStop) return messageStop;
  return { left: "no stop and no error" };
}

/** Returns the end of an interaction. An event with an error is thrown, as users do. */
function readInteraction(fetch) {
  return withGlobal(fetch, async () => {
    const stream = await new GoogleGenAI({ apiKey: "no-key" }).interactions.create({ model: "gemini-3-pro-preview", input: "Hello", stream: true });
    for await (const event of stream) {
      if (event.event_type === "error") throw new Error(event.error.message);
      if (event.event_type === "interaction.completed") return event;
    }
    return { left: "no end and no error" };
  });
}

for (const [name, client] of Object.entries(CLIENTS)) {
  test(`${name} finishes no stream of our own making that was cut`, async (t) => t.diagnostic(await cutAll(client, ownStreams())));

  test(`${name} finishes no recorded stream that was cut`, async (t) => {
    if (!hasCorpus) return t.skip("../shared/corpus is not here");
    t.diagnostic(await cutAll(client, recordedStreams(STEP)));
  });
}

for (const [name, reader] of Object.entries(READERS).filter(([, { to }]) => to.wire !== "openai-responses")) {
  test(`${name} finishes no body that is not complete`, () => readOpenBody(reader));
}
