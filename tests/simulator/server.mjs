// The simulator over loopback HTTP. The first segment of a path is the vendor's host, the rest is the vendor's real path:
// http://127.0.0.1:PORT/api.anthropic.com/v1/messages. The account is the sent key; era and the like are options of the server.
import { createServer } from "node:http";
import { randomOf } from "../random.mjs";
import { answer as anthropic, count as countMessages } from "./vendors/anthropic.mjs";
import { answer as bedrock, count as countConverse } from "./vendors/bedrock.mjs";
import { framesOf } from "./vendors/bedrock/stream.mjs";
import { answer as chat } from "./vendors/chat.mjs";
import { dialectOf } from "./vendors/chat/dialects.mjs";
import { answer as gemini, count as countContents } from "./vendors/gemini.mjs";
import { answer as geminiChat } from "./vendors/gemini-chat.mjs";
import { models } from "./vendors/models.mjs";
import { answer as openrouter } from "./vendors/openrouter.mjs";
import { answer as plainMessages } from "./vendors/plain-messages.mjs";
import { answer as plainResponses } from "./vendors/plain-responses.mjs";
import { answer as responses, count as countInput, shelfOf } from "./vendors/responses.mjs";

/**
 * Starts a server on a free port. `plan({path, text})` plans the reply to a request. `memory` is for a server of one conversation: it finds the
 * losses of a request. `log` gets {path, status, refusal, lost, reply} of each answer of a model, outside the wire.
 */
export async function serve({ seed = 1, era = "2026-11-14", enforced = false, plan, memory } = {}) {
  const random = randomOf(seed);
  const shelves = new Map();
  const threads = new Map();
  const log = [];
  const server = createServer(async (request, reply) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const [, host, path] = /^\/([^/]+)(\/.*)$/.exec(request.url) ?? [];
    const bare = path?.split("?")[0];
    const listed = host && request.method === "GET" ? models(host, bare) : null;
    if (listed) return void reply.writeHead(listed.status, listed.headers).end(listed.body);
    const count = host && countOf(host, bare);
    const contract = count ?? (host && contractOf(host, bare));
    if (!contract || request.method !== "POST") return void reply.writeHead(404).end();
    const text = Buffer.concat(chunks).toString();
    const account = keyOf(request, path);
    if (!shelves.has(account)) shelves.set(account, shelfOf());
    if (!threads.has(account)) threads.set(account, new Map());
    const surface = host.includes("aiplatform") ? "vertex" : host.includes("bedrock") ? "bedrock" : host === "api.anthropic.com" ? "direct" : undefined;
    const state = { random, account, era, enforced, surface, shelf: shelves.get(account), threads: threads.get(account), memory, plan: plan?.({ path, text }) };
    const answer = contract({ path, headers: request.headers, text, target: { host } }, state);
    if (!count) log.push({ host, path, status: answer.status, refusal: answer.refusal, lost: answer.lost, reply: { body: answer.body, stream: answer.stream } });
    reply.writeHead(answer.status, answer.headers);
    if (answer.body !== undefined) return void reply.end(answer.body);
    // Cut between event ends, also within characters, as a network does.
    const bytes = contract === bedrock ? framesOf(answer.stream) : Buffer.from(answer.stream);
    for (let at = 0; at < bytes.length; ) reply.write(bytes.subarray(at, (at += 1 + random.below(200))));
    reply.end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, log, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Returns the token counter at a path. The hosts that copy Messages and Responses have no known address for it. */
function countOf(host, path) {
  const copies = /deepseek|moonshot/.test(host);
  if (path.endsWith("/messages/count_tokens") && !copies) return countMessages;
  if (path.endsWith("/responses/input_tokens") && !copies) return countInput;
  if (/:countTokens$/.test(path)) return countContents;
  return /\/model\/[^/]+\/count-tokens$/.test(path) ? countConverse : null;
}

/** Returns the contract of a host at a path. */
function contractOf(host, path) {
  if (path.endsWith("/messages")) return /deepseek|moonshot/.test(host) ? plainMessages : anthropic;
  if (path.endsWith("/responses")) return host.includes("deepseek") ? plainResponses : responses;
  if (/\/converse(-stream)?$/.test(path)) return bedrock;
  if (/enerateContent/.test(path)) return gemini;
  if (path.endsWith("/openai/chat/completions") && host.includes("googleapis")) return geminiChat;
  if (host === "openrouter.ai" && path.endsWith("/chat/completions")) return openrouter;
  return path.endsWith("/chat/completions") && dialectOf(host) ? chat : null;
}

const keyOf = ({ headers }, path) =>
  headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers["api-key"] ?? headers.authorization?.replace(/^Bearer /, "") ?? /[?&]key=([^&]+)/.exec(path)?.[1] ?? "nobody";
