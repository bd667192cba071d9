/** Answers: what came back, read once when it is taken in. */
import type { Target, TranscriptExchange, Turn } from "rethought/slim";
import { textOf } from "../bytes";
import type { Core } from "../core";
import { reasonOf } from "../reason";
import type { Mark, Refusal } from "./exchange";

/** What is known of an answer. */
export interface Answer {
  body: Uint8Array | undefined;
  ended: boolean;
  model: string | undefined;
  issuer: string | undefined;
  marks: Mark[];
  calls: number;
  refusal: Refusal | undefined;
  trouble: string | undefined;
}

/** An answer that nobody has looked into. */
export function unread(record: TranscriptExchange): Answer {
  return { body: record.response, ended: true, model: undefined, issuer: undefined, marks: [], calls: 0, refusal: undefined, trouble: undefined };
}

export function readAnswer(core: Core, record: TranscriptExchange, target: Target): Answer {
  const answer = unread(record);
  try {
    const turn = turnOf(core, record, target, answer);
    if (turn) {
      answer.model = turn.model;
      answer.marks = turn.thoughts.map(({ kind, start, end, handles, complete }) => ({ kind, size: end - start, signed: handles.length > 0, complete }));
      answer.issuer = issuerOf(turn);
      answer.calls = turn.calls.length;
    }
    // What has parts is a turn, whatever the status says; what has none may be a refusal, whatever the status says.
    if (!turn?.parts.length) answer.refusal = refusalOf(core, record, target);
  } catch (error) {
    answer.refusal = refusalOf(core, record, target);
    if (!answer.refusal) answer.trouble = reasonOf(error);
  }
  return answer;
}

function turnOf(core: Core, record: TranscriptExchange, target: Target, answer: Answer): Turn | undefined {
  if (record.response) return core.decode(record.response, target);
  if (!record.stream) return undefined;
  const decoder = new core.StreamDecoder<Uint8Array>(target);
  decoder.push(record.stream);
  const { turn, body, ended } = decoder.finish();
  answer.body = body;
  answer.ended = ended;
  return turn;
}

/** The model that a request asks for: on most wires it stands at its beginning. The rest is not read for it. */
export function askedIn({ request, opening }: TranscriptExchange): string | undefined {
  const head = textOf(request ?? opening ?? new Uint8Array(), 0, 2000);
  return /"model"\s*:\s*"([^"\\]{1,80})"/.exec(head)?.[1];
}

/** Who issued the reasoning of a turn, in a word or two. */
function issuerOf(turn: Turn): string | undefined {
  const { vendor, surface } = turn.thoughts[0]?.provenance ?? {};
  if (!vendor || !surface || surface === "api" || surface.includes(vendor)) return vendor ?? surface;
  return `${vendor} · ${surface}`;
}

const SHOWN = 4000;

function refusalOf(core: Core, record: TranscriptExchange, target: Target): Refusal | undefined {
  const body = record.response ?? record.stream;
  if (!body) return undefined;
  const about = core.classify(body, target.wire);
  if (!about && !((record.status ?? 0) >= 400)) return undefined;
  return { text: messageOf(new TextDecoder().decode(body.subarray(0, SHOWN))), about };
}

/** What an error body says, without its wrapping. */
function messageOf(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    const error = (Array.isArray(parsed) ? parsed[0] : parsed)?.error ?? parsed;
    const message = typeof error === "string" ? error : error?.message;
    if (typeof message === "string") return message;
  } catch {
    // Shown as it is.
  }
  return text;
}
