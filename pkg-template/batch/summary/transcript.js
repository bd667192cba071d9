// Lines of traces as a transcript that the inspector opens: each a conversation of its own, so that the page judges it by itself as the audit did.
import { Ledger, redact, StreamDecoder, TranscriptReader } from "../../node.js";
import { locate } from "../../json.js";

/** The most bytes of all lines together. A page with more of them opens slowly. */
const MOST_BYTES = 24 << 20;

/**
 * Makes the transcript of `lines`, a list of `[key, text]` in the order of their worth. Returns its bytes, and `places` by key: the number of the exchange,
 * counted from 1, and the rules of the findings that the page will show there. A line that cannot be shown, or that there is no room for, has none. Secrets are
 * taken out unless `isRaw`.
 */
export function transcriptOf(lines, { isRaw = false } = {}) {
  const [texts, places] = [[], new Map()];
  let size = 0;
  for (const [key, text] of lines) {
    const records = recordsOf(text, `example ${places.size + 1}`, isRaw);
    const written = records.map((record) => JSON.stringify(record));
    const length = written.reduce((sum, each) => sum + Buffer.byteLength(each) + 1, 0);
    if (!records.length || size + length > MOST_BYTES || exchangesIn(written.join("\n")) !== written.length) continue;
    places.set(key, { number: texts.length + 1, rules: rulesIn(records[0]) });
    texts.push(...written);
    size += length;
  }
  return { bytes: Buffer.from(`${texts.join("\n")}\n`), places };
}

/** The rules of the findings, in the order of the page. It audits with a ledger, which may find more than an audit without one. */
function rulesIn({ wire, url, model, request }) {
  const ledger = new Ledger();
  try {
    return ledger.audit(request, defined(url ? { url, model } : { wire, model })).findings.map(({ rule }) => rule);
  } catch {
    return [];
  } finally {
    ledger[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  }
}

/** The exchange of a line, and the next request of its conversation if the line has it, as the transcripts of the inspector write them. */
function recordsOf(text, session, isRaw) {
  const value = parsed(text);
  if (typeof value !== "object" || value === null) return [];
  if (value.request === undefined) return othersOf(text, session, isRaw);
  const { target = {}, id, wire, host, model, status, time } = value;
  const at = { wire: wire ?? target.wire, model: model ?? target.model };
  const head = { session, label: id === undefined ? undefined : String(id), ...at, url: value.url ?? target.url ?? addressOf(host ?? target.host, at) };
  const body = (name) => (value[name] === undefined ? undefined : typeof value[name] === "string" ? value[name] : locate(text, `/${name}`).raw);
  const shown = (name) => (isRaw ? body(name) : withoutSecrets(body(name)));
  const answer = isRaw || value.stream === undefined ? { response: shown("response"), stream: body("stream") } : { response: withoutSecrets(assembled(value.stream, head)) };
  const first = { ...head, status, time, request: shown("request"), ...answer };
  return [first, ...(value.next === undefined ? [] : [{ ...head, request: shown("next") }])];
}

/** An address at a host, for a line that has none: transcripts say by it where a request went. */
const addressOf = (host, { wire, model }) => host && `https://${host}/${PATHS[wire]?.replace("{model}", model) ?? ""}`;

const PATHS = {
  "anthropic-messages": "v1/messages",
  "bedrock-converse": "model/{model}/converse",
  "cohere-chat": "v2/chat",
  "gemini-generate": "v1beta/models/{model}:generateContent",
  "gemini-interactions": "v1beta/interactions",
  "mistral-chat": "v1/chat/completions",
  "ollama-chat": "api/chat",
  "openai-chat": "v1/chat/completions",
  "openai-responses": "v1/responses",
  "openrouter-chat": "api/v1/chat/completions",
};

/** A line that is a request itself, or one of the other forms in which people log exchanges: what the reader of transcripts finds in it. */
function othersOf(text, session, isRaw) {
  const reader = new TranscriptReader();
  const records = [...reader.push(text), ...reader.finish()].filter(({ type }) => type === "exchange");
  const body = (bytes) => (bytes === undefined ? undefined : isRaw ? decoded(bytes) : withoutSecrets(decoded(bytes)));
  return records.slice(0, 1).map(({ wire, url, model, status, time, request, response, stream }) => {
    const answer = isRaw || !stream ? { response: body(response), stream: stream && decoded(stream) } : { response: withoutSecrets(assembled(decoded(stream), { wire, url, model })) };
    return { session, wire, url, model, status, time, request: body(request), ...answer };
  });
}

/** The answer that a stream adds up to: a secret may be split over its events. Nothing if it cannot be read. */
function assembled(stream, { wire, url, model }) {
  try {
    const decoder = new StreamDecoder(defined({ wire, url, model }));
    decoder.push(stream);
    return decoded(decoder.finish().body);
  } catch {
    return undefined;
  }
}

function withoutSecrets(body) {
  if (body === undefined) return undefined;
  try {
    return redact(body).text;
  } catch {
    // It is no JSON, such as the error page of a proxy.
    return JSON.parse(redact(JSON.stringify(body)).text);
  }
}

function exchangesIn(text) {
  const reader = new TranscriptReader();
  return [...reader.push(text), ...reader.finish()].filter(({ type }) => type === "exchange").length;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members of a target that are there. */
const defined = (target) => Object.fromEntries(Object.entries(target).filter(([, value]) => value !== undefined));

const decoded = (bytes) => (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes));
