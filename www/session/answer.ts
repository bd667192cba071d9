/** Reads an answer once, when its record comes in. */
import type { Target, TranscriptExchange, Turn } from "rethought/slim";
import { decodeText } from "../bytes";
import type { Core } from "../core/core";
import { errorMessage } from "../errors";
import type { Exchange, Refusal, ThoughtSummary } from "./exchange";
import { describeWire } from "./wires";

export interface Answer {
  /** The body; for a stream, the body that its events add up to. */
  body: Uint8Array | undefined;
  /** False if a stream was cut off. */
  ended: boolean;
  model: string | undefined;
  issuer: string | undefined;
  thoughts: ThoughtSummary[];
  calls: number;
  refusal: Refusal | undefined;
  trouble: string | undefined;
}

/** An answer that is not decoded yet. */
export function unreadAnswer(record: TranscriptExchange): Answer {
  return { body: record.response, ended: true, model: undefined, issuer: undefined, thoughts: [], calls: 0, refusal: undefined, trouble: undefined };
}

/** Returns the fields of an exchange that come from its answer. */
export function toAnswerFields({ body, ended, model, thoughts, calls, issuer, refusal, trouble }: Answer, exchange: Pick<Exchange, "record" | "target"> & { trouble?: string | undefined }) {
  const requestedModel = exchange.record.model ?? exchange.target.model ?? findRequestedModel(exchange.record);
  return { answer: body, ended, thoughts, calls, issuer, refusal, model: model ?? requestedModel, trouble: exchange.trouble ?? trouble };
}

export function readAnswer(core: Core, record: TranscriptExchange, target: Target): Answer {
  const answer = unreadAnswer(record);
  try {
    const turn = decodeAnswer(core, record, target, answer);
    if (turn) {
      answer.model = turn.model;
      answer.thoughts = turn.thoughts.map(({ kind, start, end, handles, complete }) => ({ kind, size: end - start, signed: handles.length > 0, complete }));
      answer.issuer = describeIssuer(turn);
      answer.calls = turn.calls.length;
    }
    // The status does not matter: an answer with parts is a turn, and only an answer without parts may be a refusal.
    if (!turn?.parts.length) answer.refusal = findRefusal(core, record, target);
  } catch (error) {
    answer.refusal = findRefusal(core, record, target);
    if (!answer.refusal) answer.trouble = errorMessage(error);
  }
  return answer;
}

function decodeAnswer(core: Core, record: TranscriptExchange, target: Target, answer: Answer): Turn | undefined {
  if (record.response) return core.decode(record.response, target);
  if (!record.stream) return undefined;
  const decoder = new core.StreamDecoder<Uint8Array>(target);
  decoder.push(record.stream);
  const { turn, body, ended } = decoder.finish();
  answer.body = body;
  answer.ended = ended;
  return turn;
}

/** Finds the model that a request names. Most clients write it first, so only the first bytes are read. */
function findRequestedModel({ request, opening }: TranscriptExchange): string | undefined {
  const head = decodeText(request ?? opening ?? new Uint8Array(), 0, 2000);
  return /"model"\s*:\s*"([^"\\]{1,80})"/.exec(head)?.[1];
}

/** Names who issued the reasoning of a turn: the vendor, or vendor and surface. */
function describeIssuer(turn: Turn): string | undefined {
  const { vendor, surface } = turn.thoughts[0]?.provenance ?? {};
  if (!vendor || !surface || surface === "api" || surface.includes(vendor)) return vendor ?? surface;
  return `${vendor} · ${surface}`;
}

/** The number of bytes of a refusal to show. */
const MAX_REFUSAL_BYTES = 4000;

function findRefusal(core: Core, record: TranscriptExchange, target: Target): Refusal | undefined {
  const body = record.response ?? record.stream;
  if (!body) return undefined;
  // A recording may name a wire that does not exist. The error is then classified by its text alone.
  const about = core.classify(body, describeWire(target.wire) && target.wire);
  if (!about && !((record.status ?? 0) >= 400)) return undefined;
  return { text: findErrorMessage(new TextDecoder().decode(body.subarray(0, MAX_REFUSAL_BYTES))), about };
}

/** Finds the message in an error body; returns the whole text if it has none. */
function findErrorMessage(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    const error = (Array.isArray(parsed) ? parsed[0] : parsed)?.error ?? parsed;
    const message = typeof error === "string" ? error : error?.message;
    if (typeof message === "string") return message;
  } catch {
    // The text is not JSON and is shown unchanged.
  }
  return text;
}
