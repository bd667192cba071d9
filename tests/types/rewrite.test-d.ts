import { canRewrite } from "rethought";
import type { Evidence, Rewrite, RewriteBreak, RewriteElision, RewriteOptions, RuleId, Severity, Verdict } from "rethought";
import type { Equal, Expect } from "./equal.js";

export type Records = [
  Expect<Equal<Rewrite["safe"], boolean>>,
  Expect<Equal<Rewrite["role"], "user" | "assistant" | undefined>>,
  Expect<Equal<Rewrite["breaks"], RewriteBreak[]>>,
  Expect<Equal<Rewrite["smallest"], [start: number, end: number] | undefined>>,
  Expect<Equal<Rewrite["largest"], [start: number, end: number] | undefined>>,
  Expect<Equal<Rewrite["elision"], RewriteElision | undefined>>,
  Expect<Equal<Rewrite["open"], string[]>>,
  Expect<Equal<RewriteBreak["rule"], RuleId | undefined>>,
  Expect<Equal<RewriteBreak["severity"], Severity>>,
  Expect<Equal<RewriteBreak["evidence"], Evidence>>,
  Expect<Equal<RewriteBreak["upstream"], string | undefined>>,
  Expect<Equal<RewriteBreak["needs"], "needs a ledger" | undefined>>,
  Expect<Equal<RewriteElision, { thoughts: string[]; verdict: Verdict }>>,
  Expect<Equal<RewriteOptions["by"], "drop" | "summary" | undefined>>,
];

export const both: { drop: Rewrite; summary: Rewrite } = canRewrite("{}", [0, 1]);
export const one: Rewrite = canRewrite(new Uint8Array(2), [0, 1], "openai-chat", { by: "summary", off: ["unknown-handle"] });
export const neither: { drop: Rewrite; summary: Rewrite } = canRewrite("{}", [0, 1], { host: "api.openai.com" }, {});

// @ts-expect-error a range has an end
export const endless = canRewrite("{}", [0]);
// @ts-expect-error there are two ways
export const other = canRewrite("{}", [0, 1], undefined, { by: "truncate" });
// @ts-expect-error of one way there is one answer
export const first = canRewrite("{}", [0, 1], undefined, { by: "drop" }).summary;
