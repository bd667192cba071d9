// The audit: finds what a provider would refuse or lose before the request is sent. Records are generated into records/index.d.ts.
import type { Repaired } from "./records.js";
import type { Body } from "../text/body.js";
import type { TargetLike } from "../exchange/exchange.js";
import type { Ledger } from "../ledger/ledger.js";
import type { RuleId } from "../records/rule-id.js";
import type { AuditOptions, Classified, Finding, RepairOptions, Report, RuleCard, Verdict, Wire } from "../records/index.js";

/**
 * Checks a request before it is sent: what the provider will refuse or lose, why, its own answer, and the edit that fixes it. The request is not touched. The address or the body supplies what the target leaves out. A rule that cannot be decided says so in `checks`, so an empty `findings` differs from an audit that checked nothing.
 *
 * A report of many findings is made as it is read: the list when `findings` is, a fix when `fix` is. Reading, spreading, `JSON.stringify` and
 * `structuredClone` give plain data as ever; where no fix changes anything `fix` may be there and `undefined`.
 *
 * @example
 * import { audit } from "rethought";
 *
 * const broken = next.replace(',"signature":"EqQBCg=="', "");
 * const { verdict, findings } = audit(broken, { url: "https://api.anthropic.com/v1/messages" });
 * verdict; // → "rejected"
 * [findings[0].rule, findings[0].pointer]; // → ["thinking-without-signature", "/messages/1/content/0"]
 *
 * @throws {JsonError} if the request is not JSON.
 * @throws {InputError} at `/wire` if no wire is given and none is recognized.
 */
export function audit(request: Body, target?: TargetLike, options?: AuditOptions & WithLedger): Report;

/** A ledger, for the rules that need to know what was emitted; the same as asking the ledger itself. */
export interface WithLedger {
  /** The ledger. */
  ledger?: Ledger | undefined;
}

/**
 * Repairs a request: applies the fixes of what `audit` finds, audits again, until no fix is left. Only safe edits are made, which
 * lose no reasoning, unless `allow` says more. No byte inside a signature or another handle is ever changed.
 *
 * @example
 * import { repair } from "rethought";
 *
 * const broken = next.replace(',"signature":"EqQBCg=="', "");
 * const { applied, report } = repair(broken, "anthropic-messages", { allow: ["unsafe"] });
 * applied[0].mended[0].rule; // → "thinking-without-signature"
 * report.verdict; // → "accepted"
 *
 * @throws {JsonError} if the request is not JSON.
 */
export function repair<B extends Body>(request: B, target?: TargetLike, options?: RepairOptions & WithLedger): Repaired<B>;

/** A report in the size of a log line. */
export interface CompactReport {
  /** The wire that the request was read as. */
  wire: Wire;
  /** The model, as the request or the target names it. */
  model?: string;
  /** The prediction for the request. */
  verdict: Verdict;
  /** The reason why the rules do not fit the request; absent if they do. */
  reason?: string;
  /** The findings: what is wrong, and where. */
  findings: Pick<Finding, "rule" | "severity" | "pointer" | "message">[];
  /** The number of findings that are not listed, by rule; absent if all are. */
  omitted?: Partial<Record<RuleId, number>>;
}

/**
 * Makes a report small enough for a log: verdict and findings. It leaves out the results of the other rules, the fixes and the texts of the cards.
 *
 * @example
 * import { audit, compact } from "rethought";
 *
 * const broken = next.replace(',"signature":"EqQBCg=="', "");
 * compact(audit(broken, "anthropic-messages")).findings.map(({ rule, pointer }) => `${rule} ${pointer}`); // → ["thinking-without-signature /messages/1/content/0"]
 *
 * @throws {InputError} if it is not a report.
 */
export function compact(report: Report): CompactReport;

/** Lists the ids of all rules. */
export function explain(): RuleId[];
/**
 * Gives the card of a rule: what it checks, why, an example that fails and one that passes, the fix, the evidence.
 * At run time a text that is not an id gives `undefined`.
 *
 * @example
 * import { explain } from "rethought";
 *
 * explain("thinking-without-signature").severity; // → "reject"
 * explain().includes("thinking-without-signature"); // → true
 */
export function explain(rule: RuleId): RuleCard;

/**
 * Names the rule of a provider's error, and the place in the request. Accepts the original body, a piece of a stream, a message with either in it, or the error of an SDK. Wrappings of gateways are removed. Returns `undefined` if the error is about something else.
 *
 * With a wire only rules of that wire are named. Several rules may predict the same words: the likeliest is `rule`, and `others` follow in the order of their
 * likelihood. The order is: rules that predict more of the words; rules in the package's table of reported wordings, in its order; refusals before lost
 * reasoning. Then the surer evidence decides, and then the order of `explain()`.
 *
 * Where the provider gives a stable code, `code` is that code. A code of Anthropic's that no rule predicts has a `meaning` and no `rule`.
 *
 * @example
 * import { classify } from "rethought";
 *
 * const error = '{"error":{"message":"messages.1.content.0.thinking.signature: Field required"}}';
 * const { rule, pointer } = classify(error, "anthropic-messages");
 * [rule, pointer]; // → ["thinking-without-signature", "/messages/1/content/0/signature"]
 */
export function classify(error: Body, wire?: Wire): Classified | undefined;

/** How a report is rendered. */
export interface RenderOptions {
  /** `text` for people, `json`, `sarif` 2.1.0, or `github` for its annotations. */
  format?: "text" | "json" | "sarif" | "github" | undefined;
  /** The name of the file that the request is in. */
  file?: string | undefined;
  /** Puts the cards of the rules into SARIF; pass `explain`. */
  explain?: typeof explain | undefined;
  /** Adds colours for a terminal to `text`. */
  color?: boolean | undefined;
  /** The columns of `text`. If it is left out, sentences have up to 119 and other lines as many as they need. */
  width?: number | undefined;
}

/**
 * Writes a report in a form for people or programs, with the places shown in the request's own text. `text` and `github` are safe to print: invisible
 * characters and commands to a CI are written as `\uXXXX`. Invisible are escape sequences, controls, bidi and zero-width characters. `json` and `sarif` stay
 * JSON of the same value: such characters are escapes inside its strings.
 *
 * @example
 * import { audit, render } from "rethought";
 *
 * const broken = next.replace(',"signature":"EqQBCg=="', "");
 * const report = audit(broken, "anthropic-messages");
 * JSON.parse(render(report, broken, { format: "sarif" })).runs[0].results[0].ruleId; // → "thinking-without-signature"
 *
 * @throws {InputError} if it is not a report, or if an option is unknown or invalid.
 */
export function render(report: Report, request: Body, options?: RenderOptions): string;
