import { decode, decodeStream, detect, planReplay, readRequest, replay, StreamDecoder } from "rethought";
import { OpenRouterReasoningCodec } from "rethought/clark";
import { IncompleteError } from "rethought/errors";
import type { Attachment, Body, Call, Continuation, Detection, Diagnostic, Entry, HeadersLike, History, InputTransformation, Note, Part, Provenance, RawBody } from "rethought";
import type { PlacedReasoning, ReasoningItem } from "rethought/clark";
import type { ReplayPlan, StreamEnd, StreamEvent, Streamed, Target, TargetLike, Turn, TurnThought, Unrecorded, Wire } from "rethought";
import type { Assignable, Equal, Expect, Refuse } from "./equal.js";

declare const text: string;
declare const bytes: Uint8Array;
declare const either: string | Uint8Array;

export const turn = decode(text, "anthropic-messages");
export const history = readRequest(bytes, { url: "https://api.anthropic.com/v1/messages", headers: [["a", "b"]] });
export const next = replay(bytes, turn);
export const again = replay(text, bytes, { host: "api.groq.com", betas: ["x"] }, { allowIncomplete: true });
export const plan = planReplay(text, turn, undefined, {});
export const whole = new StreamDecoder<string>({ wire: "ollama-chat" });
export const open = new StreamDecoder();
export const items = new OpenRouterReasoningCodec().parseResponse(bytes);
export const message = new OpenRouterReasoningCodec().writeAssistant(text, [...items, bytes, text]);

export type TextForTextAndBytesForBytes = [
  Expect<Equal<typeof turn, Turn<string>>>,
  Expect<Equal<(typeof turn)["raw"], string>>,
  Expect<Equal<ReturnType<typeof decode<Uint8Array>>["thoughts"][number]["raw"], Uint8Array>>,
  Expect<Equal<typeof history, History<Uint8Array>>>,
  Expect<Equal<(typeof history)["entries"][number]["parts"][number]["raw"], Uint8Array>>,
  Expect<Equal<typeof next, Uint8Array>>,
  Expect<Equal<typeof again, string>>,
  Expect<Equal<typeof plan, ReplayPlan<string>>>,
  Expect<Equal<ReturnType<(typeof whole)["finish"]>["body"], string>>,
  Expect<Equal<ReturnType<(typeof open)["finish"]>, Streamed<RawBody>>>,
  Expect<Equal<Streamed["body"], string | Uint8Array>>,
  Expect<Equal<typeof items, PlacedReasoning<Uint8Array>[]>>,
  Expect<Equal<(typeof items)[number]["item"], ReasoningItem>>,
  Expect<Equal<typeof message, string>>,
];

type Wires =
  | "anthropic-messages" | "bedrock-converse" | "openai-responses" | "openai-chat" | "gemini-generate" | "gemini-interactions"
  | "openrouter-chat" | "mistral-chat" | "cohere-chat" | "ollama-chat";
type Hung =
  | { type: "block" } | { type: "call"; id?: string } | { type: "text" } | { type: "empty" } | { type: "item"; partner?: string }
  | { type: "field"; name: string } | { type: "tag"; name: string } | { type: "argument"; name: string };
type Said = { type: "thinking_delta"; text: string } | { type: "thinking_end" } | { type: "text_delta"; text: string } | { type: "error"; error: unknown };
type Where = { wire?: Wire | undefined; host?: string | undefined; model?: string | undefined; account?: string | undefined; credential?: string | undefined; conversation?: string | undefined; enforced?: boolean | undefined; era?: string | undefined; betas?: readonly string[] | undefined; url?: string | { readonly href: string } | undefined; headers?: HeadersLike | undefined; unrecorded?: readonly Unrecorded[] | undefined };
type Issued = { vendor?: string; surface?: string; account?: string; model?: string; response?: string; position: number; complete: boolean };
type Held =
  | { readonly [name: string]: string | readonly string[] | undefined } | readonly (readonly [string, string])[]
  | { forEach(visit: (value: string, name: string) => void): void };

export type Records = [
  Expect<Equal<Wire, Wires>>,
  Expect<Equal<Target, Where>>,
  Expect<Equal<TargetLike, Wires | Where>>,
  Expect<Equal<HeadersLike, Held>>,
  Expect<Equal<Detection, { wire: Wire; dialect?: string; role: "request" | "response" | "stream"; certainty: number }>>,
  Expect<Equal<Attachment, Hung>>,
  Expect<Equal<Provenance, Issued>>,
  Expect<Equal<Diagnostic, { pointer: string; start: number; end: number; reason: string }>>,
  Expect<Equal<Continuation, { pointer: string; required: boolean; token?: string }>>,
  Expect<Equal<Turn["continuation"], Readonly<Continuation> | undefined>>,
  Expect<Equal<Turn["inputTransformations"], readonly InputTransformation[] | undefined>>,
  Expect<Equal<keyof InputTransformation, "type" | "reason" | "pointer">>,
  Expect<Equal<InputTransformation["pointer"], string | undefined>>,
  Expect<Assignable<"thinking_dropped", InputTransformation["type"]>>,
  Expect<Assignable<"organization_binding_mismatch", InputTransformation["reason"]>>,
  Refuse<Assignable<number, InputTransformation["type"]>>,
  Expect<Equal<Note, { pointer: string; reason: string }>>,
  Expect<Equal<StreamEvent, Said>>,
  Expect<Equal<StreamEnd["type"], "finish">>,
  Expect<Equal<Part["kind"], "thought" | "text" | "call" | "result" | "other">>,
  Expect<Equal<Part["call"], Call | undefined>>,
  Expect<Equal<Call["content"], unknown>>,
  Expect<Equal<TurnThought["kind"], "text" | "summary" | "encrypted" | "redacted" | "omitted" | "unknown">>,
  Expect<Equal<TurnThought["text"], string | undefined>>,
  Expect<Equal<Entry["role"], "system" | "user" | "assistant" | "tool" | undefined>>,
  Expect<Equal<ReturnType<typeof detect>, Detection | undefined>>,
];

// A turn of text is assignable to any turn; a Request or Response of fetch is a target.
export type Fitting = [
  Expect<Assignable<Turn<string>, Turn>>,
  Expect<Assignable<{ url: string; headers: Map<string, string>; status: number }, Target>>,
  Refuse<Assignable<number, TargetLike>>,
  Refuse<Assignable<ReasoningItem, Parameters<OpenRouterReasoningCodec["writeAssistant"]>[1][number]>>,
];

export async function told(source: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  for await (const event of decodeStream(source, "openai-responses")) {
    if (event.type === "finish") return replay(bytes, event.turn);
    if (event.type === "text_delta") event.text.trim();
  }
  return undefined;
}

export const hinted = [detect(either), detect(text, "https://example.com"), detect(text, { url: "https://example.com" }), detect(text, { href: "x" })];
export const cut = (error: unknown): string | undefined => (error instanceof IncompleteError && error.code === "E_INCOMPLETE" ? error.pointer : undefined);

// @ts-expect-error no such wire
decode(text, "acme-chat");
// @ts-expect-error a number is not a turn
replay(text, 7);
// @ts-expect-error a decoder of text takes no bytes
whole.push(bytes);
// @ts-expect-error a turn cannot be changed
turn.id = "x";
// @ts-expect-error nor can its list of parts
turn.parts.push(turn.parts[0]);
