/** Decodes an answer for the timeline and the conversation. Its verdict, its counts and its refusal are those of the core. */
import type { Turn } from "rethought/slim";
import type { SessionExchange } from "rethought/slim/sessions";
import { decodeText } from "../bytes";
import type { Core } from "../core/core";
import { errorMessage } from "../errors";
import type { Exchange, ThoughtSummary } from "./exchange";

/** The fields of an exchange that come from its answer. */
type AnswerFields = Pick<Exchange, "answer" | "ended" | "model" | "issuer" | "thoughts">;

/** An answer that is not decoded yet. The core has counted its thoughts. */
export function unreadAnswer(record: SessionExchange): AnswerFields {
  const thoughts = Array.from({ length: record.thoughts }, (_, nth): ThoughtSummary => ({ kind: "text", size: 0, signed: nth < record.signed, complete: true }));
  return { answer: record.response, ended: true, model: modelOf(record), issuer: undefined, thoughts };
}

export function readAnswer(core: Core, record: SessionExchange): AnswerFields & { trouble?: string } {
  const fields = unreadAnswer(record);
  try {
    const { turn, ...body } = decodeAnswer(core, record);
    if (!turn || record.refusal) return { ...fields, ...body };
    const thoughts = turn.thoughts.map(({ kind, start, end, handles, complete }) => ({ kind, size: end - start, signed: handles.length > 0, complete }));
    return { ...fields, ...body, thoughts, issuer: describeIssuer(turn) };
  } catch (error) {
    return record.refusal || record.trouble ? fields : { ...fields, trouble: errorMessage(error) };
  }
}

function decodeAnswer(core: Core, { response, stream, target }: SessionExchange): { turn?: Turn; answer?: Uint8Array; ended?: boolean } {
  if (response) return { turn: core.decode(response, target) };
  if (!stream) return {};
  const decoder = new core.StreamDecoder<Uint8Array>(target);
  decoder.push(stream);
  const { turn, body, ended } = decoder.finish();
  return { turn, answer: body, ended };
}

/** The model that the answer names, or else the one that the request asked for. The request itself is asked for last: the member puts it together. */
const modelOf = (record: SessionExchange): string | undefined => record.answerModel ?? record.model ?? record.target?.model ?? modelIn(record.opening ?? (record.added ? undefined : record.request));

/** Finds the model that a request names. Most clients write it first, so only the first bytes are read. */
const modelIn = (request: Uint8Array | undefined): string | undefined => /"model"\s*:\s*"([^"\\]{1,80})"/.exec(decodeText(request ?? new Uint8Array(), 0, 2000))?.[1];

/** Names who issued the reasoning of a turn: the vendor, or vendor and surface. */
function describeIssuer(turn: Turn): string | undefined {
  const { vendor, surface } = turn.thoughts[0]?.provenance ?? {};
  if (!vendor || !surface || surface === "api" || surface.includes(vendor)) return vendor ?? surface;
  return `${vendor} · ${surface}`;
}
