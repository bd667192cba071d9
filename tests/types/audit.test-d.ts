import cards from "rethought/cards";
import { explainer } from "rethought/explain";
import { audit, classify, compact, explain, render, repair } from "rethought";
import { auditReplay } from "rethought/clark";
import type { AuditOptions, Classified, Evidence, Finding, Fix, ModelRow, RepairOptions, Report, RuleCard, RuleId, Safety, Severity, Verdict, Wire } from "rethought";
import type { Assignable, Equal, Expect, Refuse } from "./equal.js";

type Edit = { start: number; end: number; text: string };
type Mend = { safety: Safety; title: string; edits: Edit[] };
type Place = { pointer: string; start: number; end: number };

export type Records = [
  Expect<Equal<Verdict, "accepted" | "degraded" | "unknown" | "likely rejected" | "rejected">>,
  Expect<Equal<Severity, "reject" | "degrade" | "advice">>,
  Expect<Equal<Evidence, "observed" | "documented" | "reported" | "inferred">>,
  Expect<Equal<Safety, "safe" | "dead" | "unsafe" | "placeholder">>,
  Expect<Equal<Fix, Mend>>,
  Expect<Equal<Finding["related"], Place[]>>,
  Expect<Equal<Finding["fix"], Mend | undefined>>,
  Expect<Equal<Finding["upstream"], string | undefined>>,
  Expect<Equal<Report["schema"], 1>>,
  Expect<Assignable<"unknown: needs a ledger", Report["checks"][RuleId]>>,
  Refuse<Assignable<"unsure", Report["checks"][RuleId]>>,
  Expect<Equal<RuleCard["wires"], Wire[]>>,
  Expect<Equal<Classified["pointer"], string | undefined>>,
  Expect<Equal<Classified["rule"], RuleId | undefined>>,
  Expect<Equal<Classified["meaning"], string | undefined>>,
  Expect<Equal<ModelRow["if"], string>>,
];

export type Calls = [
  Expect<Equal<ReturnType<typeof audit>, Report>>,
  Expect<Equal<ReturnType<typeof repair<string>>["request"], string>>,
  Expect<Equal<ReturnType<typeof repair<Uint8Array>>["request"], Uint8Array>>,
  Expect<Equal<ReturnType<typeof classify>, Classified | undefined>>,
  Expect<Equal<ReturnType<typeof render>, string>>,
];

export const options: AuditOptions = { off: ["masked-handle"], models: [{ if: "name^claude-next", set: { prefill: false } }] };
export const allowed: RepairOptions = { ...options, allow: ["dead", "unsafe", "placeholder"] };
export const names: RuleId[] = explain();
export const card: RuleCard = explain("masked-handle");
export const found: RuleId = audit("{}").findings[0]?.rule ?? "masked-handle";
export const another: typeof explain = explainer(() => cards);
export const judged = auditReplay([{ type: "reasoning.summary", format: "unknown", summary: "x" }, "{}", { raw: new Uint8Array(2) }], "always-required", true);

// @ts-expect-error safe edits need no allowance
export const safe: RepairOptions = { allow: ["safe"] };
// @ts-expect-error there is no such rule
export const misspelt: RuleId = "masked-handel";
// @ts-expect-error nor can it be switched off
export const switchedOff: AuditOptions = { off: ["masked-handel"] };
// @ts-expect-error nor explained
explain("masked-handel");
// @ts-expect-error nor looked up in a report
export const looked = audit("{}").checks["masked-handel"];
// @ts-expect-error a rule that is off is named
export const off: AuditOptions = { off: true };
// @ts-expect-error a row has a query
export const row: ModelRow = { set: {} };
// @ts-expect-error a compact report has no checks
export const small = compact(audit("{}")).checks;
// @ts-expect-error there are four formats
export const pdf = render(audit("{}"), "{}", { format: "pdf" });
