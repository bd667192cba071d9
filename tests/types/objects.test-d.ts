// Objects of SDKs as bodies, without a cast, and options with the value undefined.
import { audit, canRewrite, decode, detect, planReplay, readRequest, repair, replay } from "rethought";
import type { Body, Like, Raw, RenderOptions, RepairOptions, ReplayOptions, Target, Turn } from "rethought";
import type { Equal, Expect } from "./equal.js";

/** Declared like those of SDKs: interfaces, unions of literals, optional and nullable members, bytes. */
interface Params {
  model: "claude-example" | (string & {});
  max_tokens: number;
  messages: { role: "user" | "assistant"; content: string | readonly { type: "thinking"; thinking: string; signature?: string }[] }[];
  temperature?: number | null;
}
interface Converse {
  modelId: string | undefined;
  messages?: { role: "user" | "assistant" | undefined; content: { reasoningContent?: { redactedContent?: Uint8Array } }[] | undefined }[];
}
declare const params: Params;
declare const converse: Readonly<Converse>;
declare class Message {
  readonly content: readonly object[];
  #private: number;
}
declare const message: Message;

export const report = audit(params, "anthropic-messages");
export const mended = repair(params, "anthropic-messages");
export const next = replay(converse, message, "bedrock-converse");
export const plan = planReplay(params, decode(message, "anthropic-messages"));
export const turn = decode(message, "anthropic-messages");
export const history = readRequest(params.messages);
export const safe = canRewrite(params, [0, 1], undefined, { by: undefined });
export const found = detect(params);

export type Kinds = [
  Expect<Equal<(typeof mended)["request"], Params>>,
  Expect<Equal<typeof next, Readonly<Converse>>>,
  Expect<Equal<(typeof plan)["request"], Params>>,
  Expect<Equal<typeof turn, Turn<Message>>>,
  Expect<Equal<(typeof turn)["raw"], string>>,
  Expect<Equal<(typeof history)["entries"][number]["raw"], string>>,
  Expect<Equal<Like<Uint8Array | string>, Uint8Array | string>>,
  Expect<Equal<Like<ArrayBuffer>, Uint8Array>>,
  Expect<Equal<Raw<Body>, string | Uint8Array>>,
];

export const target: Target = { wire: undefined, host: undefined, model: undefined, account: undefined, credential: undefined, conversation: undefined, enforced: undefined, era: undefined, betas: undefined, url: undefined, headers: undefined, unrecorded: undefined };
export const options: RepairOptions = { off: undefined, models: undefined, allow: undefined };
export const audited = audit("{}", target, { ...options, ledger: undefined });
export const shown: RenderOptions = { format: undefined, file: undefined, explain: undefined };
export const whole: ReplayOptions = { allowIncomplete: undefined };

// @ts-expect-error a number is not a body
export const number = audit(7);
// @ts-expect-error nor is nothing
export const nothing = audit(undefined);
