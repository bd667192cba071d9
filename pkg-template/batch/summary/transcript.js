// Writes lines of traces as a transcript for the inspector. Each exchange is a separate conversation, so that the page judges it alone, as the audit
// did.
import { Ledger, redact, StreamDecoder, TranscriptReader } from "../../start/node.js";
import { readLine } from "../line.js";
import { rawId } from "./example.js";

/** The maximum number of bytes of all lines. A page with more of them opens slowly. */
const MOST_BYTES = 24 << 20;

/**
 * Makes the transcript of `lines`, a list of `{text, example, rules}`, the most important first. Returns its bytes, and `places` by text: a list of
 * `{number, rules}`, the number of an exchange, counted from 1, and the rules of the findings that the page will show there. A line that cannot be
 * shown, or does not fit, has no place. Secrets are removed unless `isRaw`.
 */
export function transcriptOf(lines, { isRaw = false } = {}) {
  const [texts, places] = [[], new Map()];
  let size = 0;
  for (const { text, example, rules } of lines) {
    const own = [];
    for (const records of exchangesIn(text, example, isRaw)) {
      const written = records.map((record) => JSON.stringify({ session: `example ${texts.length + 1}`, ...record }));
      const length = written.reduce((sum, each) => sum + Buffer.byteLength(each) + 1, 0);
      if (size + length > MOST_BYTES || readable(written.join("\n")) !== written.length) continue;
      const found = rulesIn(records[0]);
      // A line that was found by its byte may be from another file than the audited one. Then it breaks other rules.
      if (rawId(example) === undefined && !rules.some((rule) => found.includes(rule))) continue;
      own.push({ number: texts.length + 1, rules: found });
      texts.push(...written);
      size += length;
    }
    if (own.length) places.set(text, own);
  }
  return { bytes: Buffer.from(`${texts.join("\n")}\n`), places };
}

/** Returns the exchanges of a line in the form of transcripts, each with the next request of its conversation if the line has it. */
function exchangesIn(text, example, isRaw) {
  try {
    return readLine(Buffer.from(text)).exchanges.map((exchange) => recordsOf(exchange, example, isRaw));
  } catch {
    return [];
  }
}

/** Returns the records of an exchange. If the line has no target, the command line named it, and the result has it. */
function recordsOf({ id, target, request, body, response, stream, next, time, status }, example, isRaw) {
  const { wire = example.wire, model = example.model, host = example.host } = target;
  const head = { label: id && String(JSON.parse(id)), wire, model, url: target.url ?? addressOf(host, { wire, model }) };
  const shown = (one) => one && (isRaw ? textOf(one) : withoutSecrets(textOf(one)));
  const answer = stream && !isRaw ? { response: withoutSecrets(assembled(textOf(stream), head)) } : { response: shown(response), stream: stream && textOf(stream) };
  return [{ ...head, time, status, request: shown(request ?? body), ...answer }, ...(next ? [{ ...head, request: shown(next) }] : [])];
}

const textOf = ({ source }) => (typeof source === "string" ? source : new TextDecoder().decode(source));

/** Returns an address at a host, for a line that has none: transcripts name the target of a request by it. */
const addressOf = (host, { wire, model }) => host && `https://${host}/${PATHS[wire]?.replace("{model}", () => encodeURIComponent(model ?? "")) ?? ""}`;

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

/** Returns the rules of the findings, in the order of the page. It audits with a ledger, which may find more than an audit without one. */
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

/** Returns the assembled answer of a stream, because a secret may be split over its events. Returns nothing if it cannot be read. */
function assembled(stream, { wire, url, model }) {
  try {
    const decoder = new StreamDecoder(defined({ wire, url, model }));
    decoder.push(stream);
    return new TextDecoder().decode(decoder.finish().body);
  } catch {
    return undefined;
  }
}

function withoutSecrets(body) {
  if (body === undefined) return undefined;
  try {
    return redact(body).text;
  } catch {
    // It is not JSON, such as the error page of a proxy.
    return JSON.parse(redact(JSON.stringify(body)).text);
  }
}

/** Returns the number of exchanges that the reader of transcripts finds in a text. */
function readable(text) {
  const reader = new TranscriptReader();
  return [...reader.push(text), ...reader.finish()].filter(({ type }) => type === "exchange").length;
}

/** Returns the members of a target that are defined. */
const defined = (target) => Object.fromEntries(Object.entries(target).filter(([, value]) => value !== undefined));
