import { audit, canRewrite, Ledger, repair } from "rethought";
import type { Conversation, Exchange, Followed, LedgerSnapshot, Repaired, Report, Rewrite } from "rethought";
import type { Equal, Expect } from "./equal.js";

export type Records = [
  Expect<Equal<LedgerSnapshot["form"], "full" | "handles" | "digests">>,
  Expect<Equal<Exchange["time"], number | Date | undefined>>,
  Expect<Equal<Ledger["form"], "full" | "handles" | "digests">>,
  Expect<Equal<Ledger["length"], number>>,
  Expect<Equal<Ledger["torn"], number>>,
  Expect<Equal<Followed["kind"], "thought" | "text" | "call" | "result" | "other">>,
  Expect<Equal<Followed["fate"], "equal" | "changed" | "moved" | "missing" | "gone">>,
  Expect<Equal<Followed["how"], "text" | "handle" | "bare" | "stub" | "id" | undefined>>,
  Expect<Equal<Pick<Followed, "response" | "part" | "from" | "thinks">, { response: number; part: number; from: string; thinks: boolean }>>,
  Expect<Equal<Pick<Followed, "pointer" | "start" | "end" | "bytes" | "differs">, { pointer?: string; start?: number; end?: number; bytes?: boolean; differs?: number }>>,
];

const ledger = new Ledger({ form: "digests" });
export const isNew: boolean = ledger.record({ request: "{}", response: new Uint8Array(2), target: "anthropic-messages", time: new Date() });
export const audited: boolean = ledger.record(ledger.audit("{}"), { response: "{}", time: undefined });
export const where: Conversation | undefined = ledger.conversation({ messages: [] }, "anthropic-messages");
export const gone: number = ledger.forget({ olderThan: new Date() }) + ledger.forget({ conversation: where?.id ?? "" }) + ledger.load("");
// @ts-expect-error an exchange has a request
ledger.record({ response: "{}" });
export const lean: Ledger = Ledger.fromJSON("", { form: "digests" });
export const streamed: boolean = ledger.record({ request: "{}", stream: "" });
export const report: Report = ledger.audit("{}", { host: "api.openai.com" }, { off: ["unknown-handle"] });
export const same: Report = audit("{}", undefined, { ledger });
export const text: Repaired<string> = ledger.repair("{}");
export const bytes: Repaired<Uint8Array> = repair(new Uint8Array(2), undefined, { ledger, allow: ["unsafe"] });
export const way: Rewrite = ledger.canRewrite("{}", [0, 1], undefined, { by: "drop" });
export const ways: { drop: Rewrite; summary: Rewrite } = canRewrite("{}", [0, 1], undefined, { ledger });
export const followed: Followed[] = [...ledger.follow("{}"), ...ledger.follow(new Uint8Array(2), { host: "api.openai.com" })];
export const part: string | undefined = ledger.restore("/responses/0/parts/0");
export const kept: [string, LedgerSnapshot, string] = [ledger.text(), ledger.toJSON(), ledger.unsaved()];
export const again: Ledger[] = [Ledger.fromJSON(kept[0]), Ledger.fromJSON(kept[1]), Ledger.fromJSON(new Uint8Array(2)), ledger.digestsOnly()];

// @ts-expect-error there are two forms
export const half = new Ledger({ form: "half" });
// @ts-expect-error how much there is, is not for the caller to say
ledger.length = 0;
// @ts-expect-error what is gone is nowhere
export const nowhere: string[] = followed.map(({ pointer }) => pointer);
// @ts-expect-error a ledger is not a report
export const wrong: Report = ledger;
