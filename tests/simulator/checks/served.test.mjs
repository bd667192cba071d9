// A server's answers apart from those of a model: one id for a stream, counts of tokens, lists of models, and token counts before a request.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { CLIENTS } from "../clients/all.mjs";
import { requestOf } from "../converse.mjs";
import { planOf } from "../plan.mjs";
import { randomOf } from "../../random.mjs";
import { serve } from "../server.mjs";
import { values } from "../sse.mjs";

/** Returns the answer of a client's vendor to a first question. */
function answerOf(kind, { seed = 3, streamed, more = {}, fits = () => true } = {}) {
  const client = CLIENTS[kind];
  for (let nth = seed; ; nth++) {
    const talk = client.open(randomOf(nth));
    if (!fits(talk)) continue;
    client.ask(talk, "begin");
    Object.assign(talk.body, more);
    return client.answer(requestOf(client, talk, streamed), { random: randomOf(nth), plan: planOf(randomOf(nth), { calls: 2 }), ...talk.state });
  }
}

const CHATS = Object.keys(CLIENTS).filter((kind) => kind.startsWith("chat:"));

function isWhole(usage, where) {
  for (const name of ["prompt_tokens", "completion_tokens", "total_tokens"]) ok(Number.isInteger(usage?.[name]) && usage[name] > 0, `${where}: ${name} is ${usage?.[name]}`);
  equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens, where);
}

/** Runs `use(get, post)` against a server. Both return status and body. */
async function withServer(use) {
  const server = await serve({ seed: 5 });
  const ask = async (path, init) => {
    const response = await fetch(server.url + path, init);
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text) };
  };
  const post = (path, body) => ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  try {
    return await use((path) => ask(path), post, server);
  } finally {
    await server.close();
  }
}

/** The lists of models of each vendor: the list's address, the names in an answer, and the address and the name of one. */
const LISTS = [
  ["/api.anthropic.com/v1/models", ({ data }) => data.map(({ id }) => id), (id) => `/api.anthropic.com/v1/models/${id}`, ({ id }) => id],
  ["/api.openai.com/v1/models", ({ data }) => data.map(({ id }) => id), (id) => `/api.openai.com/v1/models/${id}`, ({ id }) => id],
  ["/api.deepseek.com/models", ({ data }) => data.map(({ id }) => id), (id) => `/api.deepseek.com/models/${id}`, ({ id }) => id],
  ["/api.groq.com/openai/v1/models", ({ data }) => data.map(({ id }) => id), (id) => `/api.groq.com/openai/v1/models/${id}`, ({ id }) => id],
  ["/api.mistral.ai/v1/models", ({ data }) => data.map(({ id }) => id), (id) => `/api.mistral.ai/v1/models/${id}`, ({ id }) => id],
  ["/openrouter.ai/api/v1/models", ({ data }) => data.map(({ id }) => id), (id) => `/openrouter.ai/api/v1/models/${id}/endpoints`, ({ data }) => data.id],
  ["/generativelanguage.googleapis.com/v1beta/models", ({ models }) => models.map(({ name }) => name), (name) => `/generativelanguage.googleapis.com/v1beta/${name}`, ({ name }) => name],
  ["/generativelanguage.googleapis.com/v1beta/openai/models", ({ data }) => data.map(({ id }) => id), (id) => `/generativelanguage.googleapis.com/v1beta/openai/${id}`, ({ id }) => id],
  ["/aiplatform.googleapis.com/v1beta1/publishers/google/models", ({ publisherModels }) => publisherModels.map(({ name }) => name), (name) => `/aiplatform.googleapis.com/v1beta1/${name}`, ({ name }) => name],
  ["/bedrock.us-east-1.amazonaws.com/foundation-models", ({ modelSummaries }) => modelSummaries.map(({ modelId }) => modelId), (id) => `/bedrock.us-east-1.amazonaws.com/foundation-models/${encodeURIComponent(id)}`, ({ modelDetails }) => modelDetails.modelId],
];

const HELLO = [{ role: "user", content: "How many tokens is this?" }];
const CONTENTS = [{ role: "user", parts: [{ text: "How many tokens is this?" }] }];
const gemini = "/generativelanguage.googleapis.com/v1beta/models/gemini-3-flash-preview";
const bedrock = `/bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent("anthropic.claude-opus-4-6")}`;
const converse = { messages: [{ role: "user", content: [{ text: "How many tokens is this?" }] }] };

/** The token counts of each vendor: address, body, count; then the counted request, and its count in the usage of the answer. */
const COUNTS = [
  ["/api.anthropic.com/v1/messages/count_tokens", { model: "claude-opus-4-6", messages: HELLO }, ({ input_tokens }) => input_tokens, "/api.anthropic.com/v1/messages", { model: "claude-opus-4-6", max_tokens: 100, messages: HELLO }, ({ usage }) => usage.input_tokens],
  [`${gemini}:countTokens`, { contents: CONTENTS }, ({ totalTokens }) => totalTokens, `${gemini}:generateContent`, { contents: CONTENTS }, ({ usageMetadata }) => usageMetadata.promptTokenCount],
  [`${gemini}:countTokens`, { generate_content_request: { model: "models/gemini-3-flash-preview", contents: CONTENTS } }, ({ totalTokens }) => totalTokens, `${gemini}:generateContent`, { contents: CONTENTS }, ({ usageMetadata }) => usageMetadata.promptTokenCount],
  [`${bedrock}/count-tokens`, { input: { converse } }, ({ inputTokens }) => inputTokens, `${bedrock}/converse`, converse, ({ usage }) => usage.inputTokens],
  [`${bedrock}/count-tokens`, { input: { invokeModel: { body: Buffer.from(JSON.stringify({ anthropic_version: "bedrock-2023-05-31", max_tokens: 100, messages: HELLO })).toString("base64") } } }, ({ inputTokens }) => inputTokens, "/bedrock-runtime.us-east-1.amazonaws.com/v1/messages", { model: "claude-opus-4-6", max_tokens: 100, messages: HELLO }, ({ usage }) => usage.input_tokens],
  ["/api.openai.com/v1/responses/input_tokens", { model: "gpt-5", input: "How many?" }, ({ input_tokens }) => input_tokens, "/api.openai.com/v1/responses", { model: "gpt-5", input: "How many?" }, ({ usage }) => usage.input_tokens],
];

test("gemini: all chunks of a stream have one responseId", () => {
  let chunks = 0;
  for (let seed = 0; seed < 20; seed++) {
    const ids = values(answerOf("gemini", { seed, streamed: true }).stream).map(({ responseId }) => responseId);
    equal(new Set(ids).size, 1, `seed ${seed}`);
    chunks += ids.length;
  }
  ok(chunks > 40, `only ${chunks} chunks`);
});

test("chat: an answer counts its tokens, a stream if it is asked to", () => {
  for (const kind of [...CHATS, "openrouter"]) {
    isWhole(JSON.parse(answerOf(kind).body).usage, kind);
    const chunks = values(answerOf(kind, { streamed: true, more: { stream_options: { include_usage: true } } }).stream);
    isWhole(chunks.at(-1).usage, `${kind}, streamed`);
    if (["openrouter", "chat:mistral"].includes(kind)) continue;
    equal(chunks.at(-1).choices.length, 0, `${kind}: choices beside the usage`);
    ok(chunks.slice(0, -1).every(({ usage }) => usage === null), `${kind}: usage of the other chunks is null`);
    ok(values(answerOf(kind, { streamed: true }).stream).every(({ usage }) => usage === undefined), `${kind}: usage was not asked for`);
  }
  const [short, long] = ["a", "a longer question than that"].map((content) => JSON.parse(answerOf("chat:kimi", { more: { messages: [{ role: "user", content }] } }).body).usage.prompt_tokens);
  ok(short < long, `${short} is not less than ${long}`);
});

test("models are listed, and one is found, at the address of each vendor", (t) => withServer(async (get, _, { log }) => {
  let names = 0;
  for (const [list, namesOf, addressOf, nameOf] of LISTS) {
    const { status, body } = await get(list);
    equal(status, 200, list);
    const all = namesOf(body);
    ok(all.length && new Set(all).size === all.length, `${list}: ${all}`);
    const one = await get(addressOf(all.at(-1)));
    equal(one.status, 200, addressOf(all.at(-1)));
    equal(nameOf(one.body), all.at(-1), list);
    const none = await get(addressOf(all.at(-1).replace(/[^/]*$/, "no-such-model")));
    equal(none.status, 404, `${list}: one that there is not`);
    names += all.length;
  }
  equal((await get("/api.example.com/v1/models")).status, 404, "a host that nobody knows");
  equal(log.length, 0, "no model was asked");
  t.diagnostic(`${names} names`);
}));

test("tokens are counted at the address of each vendor, as the usage of an answer counts them", () => withServer(async (_, post) => {
  for (const [counting, body, countOf, address, request, usageOf] of COUNTS) {
    const [counted, answer] = [await post(counting, body), await post(address, request)];
    equal(counted.status, 200, `${counting} ${JSON.stringify(counted.body)}`);
    equal(answer.status, 200, `${address} ${JSON.stringify(answer.body)}`);
    ok(countOf(counted.body) > 1, counting);
    equal(countOf(counted.body), usageOf(answer.body), counting);
  }
}));

test("a request that would be refused is not counted either", () => withServer(async (_, post) => {
  const signed = [{ role: "user", content: "a" }, { role: "assistant", content: [{ type: "thinking", thinking: "hm", signature: "made up" }, { type: "text", text: "b" }] }, { role: "user", content: "c" }];
  const anthropic = await post("/api.anthropic.com/v1/messages/count_tokens", { model: "claude-opus-4-6", thinking: { type: "adaptive" }, messages: signed });
  ok(anthropic.status === 400 && anthropic.body.error.message.includes("signature"), JSON.stringify(anthropic.body));
  const google = await post(`${gemini}:countTokens`, { contents: [{ role: "user", parts: [{ reasoning: "hm" }] }] });
  ok(google.status === 400 && google.body.error.status === "INVALID_ARGUMENT", JSON.stringify(google.body));
}));
