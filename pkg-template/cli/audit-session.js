// rethought audit of a session: what happened to each exchange, and what the provider will say to the next request.
import { explain } from "../start/node.js";
import { isDead } from "../doctor/state.js";
import { counted, severityOf, verdictOf } from "../report/words.js";
import { printable } from "../text/printable.js";
import { quoted } from "./quoted.js";
import { diagnosisOf, readExchanges } from "./sessions.js";
import { painted, widthOf, wrapped } from "./terminal.js";
import { Usage } from "./usage.js";

const SEVERITIES = { rejected: "reject", "likely rejected": "reject", degraded: "degrade" };
const COLORS = { reject: "red", degrade: "yellow", advice: "cyan" };
const LINE_FEED = 0x0a;

/**
 * The report on a session: that on its next request, with `exchanges`, a row for each that is recorded. Its findings are at places of the file. An answered
 * exchange is never `rejected`: where the audit predicts that, the file lacks or masks what was sent, and the verdict is `unknown`.
 */
export async function auditSession(session, { host, model, account, off = [] }) {
  if (account !== undefined && account !== "other") throw new Usage(`--account must be other for a session (got ${account})`);
  const exchanges = [];
  await readExchanges(session, ({ nth, line, offset, session: name, outcome, verdict, report }) => exchanges.push({ nth, line, offset, session: name, outcome, verdict, rules: [...new Set(report?.findings.map(({ rule }) => rule))] }));
  const given = Object.entries({ host, model, account }).filter(([, value]) => value !== undefined);
  const diagnosis = await diagnosisOf(session, Object.fromEntries(given));
  const { format, agent, state, next: verdict, reason, refusal, faults } = diagnosis;
  const known = diagnosis.findings.filter(({ rule }) => !off.includes(rule));
  const why = verdict === "unknown" ? (reason ?? "the file does not say which host answers. Name it, for example: --host api.anthropic.com") : undefined;
  return { format, agent, state, verdict, ...(why ? { reason: why } : {}), findings: known.map((finding) => findingOf(finding, session)), checks: {}, exchanges, refusal, faults };
}

/** A finding of a diagnosis as one of a report. Its place is what is left of its line. */
function findingOf({ rule, verdict, message, pointer, line, offset }, { bytes }) {
  const card = explain(rule);
  const start = offset ?? 0;
  const end = bytes ? bytes.indexOf(LINE_FEED, start) : start;
  return { rule, severity: SEVERITIES[verdict] ?? "advice", evidence: card?.evidence ?? "inferred", verdict, message, why: (card?.why ?? "").split("\n")[0], pointer, start, end: end < start ? (bytes?.length ?? start) : end, line, related: [] };
}

/** A session that the audit refuses although nothing is found in its file: its last request was refused. */
export const isRefused = ({ state }) => isDead(state) || state === "refused";

/** The report as text. */
export function sessionReport({ agent, format, verdict, reason, findings, exchanges, refusal, faults, state }, { file, path }) {
  const width = widthOf();
  const about = `${printable(file)}: ${printable(agent ?? format)}, ${counted(exchanges.length, "exchange")}.`;
  const answer = state === "refused" ? "the provider refused the last one, and no cause is found in the file" : verdictOf({ verdict, reason, findings });
  const repair = findings.length || state === "refused" ? [`To see the repair: rethought doctor ${path === "-" ? "session.jsonl" : quoted(printable(path))}`] : [];
  return [
    about,
    ...groupsOf(exchanges).map((group) => indented(groupText(group), width)),
    ...(refusal && state === "refused" ? [indented(`The provider answered: ${printable(refusal.text)}`, width)] : []),
    ...(faults.length ? [indented(`${counted(faults.length, "line")} cannot be read. The first is line ${faults[0].line}: ${printable(faults[0].reason)}`, width)] : []),
    `Next request: ${printable(answer).replace(/\.$/, "")}.`,
    ...findings.flatMap((finding) => findingText(finding, width)),
    ...repair,
  ].join("\n");
}

function findingText(finding, width) {
  const { rule, severity, line, start, message } = finding;
  const place = line === null ? "" : ` at line ${line}, byte ${start}`;
  return [`${painted(COLORS[severity], `${severityOf(finding)}[${rule}]`)}${place}`, indented(printable(message), width)];
}

const indented = (text, width) => `  ${wrapped(text, width - 2, "  ")}`;

/** Exchanges in a row with the same verdict and the same rules. */
function groupsOf(exchanges) {
  const groups = [];
  for (const exchange of exchanges) {
    const key = `${exchange.outcome} ${exchange.verdict} ${exchange.rules}`;
    if (groups.at(-1)?.key === key) groups.at(-1).last = exchange;
    else groups.push({ key, first: exchange, last: exchange });
  }
  return groups;
}

function groupText({ first, last }) {
  const numbers = first === last ? `exchange ${first.nth + 1}, line ${first.line}` : `exchanges ${first.nth + 1} to ${last.nth + 1}, from line ${first.line}`;
  const rules = first.rules.length ? ` (${first.rules.join(", ")})` : "";
  return `${numbers}: ${first.outcome}, ${PAST[first.verdict] ?? first.verdict ?? "not checked"}${rules}`;
}

const PAST = { accepted: "no problems found", degraded: "reasoning was lost", unknown: "not checked: the file lacks or masks what was sent" };
