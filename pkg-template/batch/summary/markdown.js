// The report as Markdown, for a pull request or an issue.
import { changeText, isNotable, nameText, numberText, plural, shareText, WORD_TITLES } from "./page/format.js";
import { badOf } from "./view.js";

/** The maximum number of rows of a table. Other formats have more. */
const ROWS = 30;

export function markdownOf(view) {
  const whole = view.counts[0];
  const parts = [
    `# ${code(view.title)}`,
    `${shareText(badOf(view.counts), whole)} of ${plural(whole, "request")} would be rejected or lose reasoning.`,
    ...warningsOf(view),
    table(["verdict", "results", "share", ...thenHead(view)], WORD_TITLES.map((title, nth) => [title, view.counts[nth + 1], view.then?.[nth + 1]]).filter(([, now, then]) => now || then).map(([title, now, then]) => [title, numberText(now), shareText(now, whole), ...thenCells(view, now, then)])),
    ...rulesOf(view),
    ...goneOf(view),
    ...[["model", view.models], ["host", view.hosts], ["wire", view.wires]].map(([name, group]) => groupOf(name, group, view)),
    view.days.length ? `## By ${view.step}\n\n${table([view.step, "results", "bad", "share"], view.days.filter(({ counts }) => counts[0]).map(({ name, counts }) => [name, numberText(counts[0]), numberText(badOf(counts)), shareText(badOf(counts), counts[0])]))}` : "",
    view.fates.length ? `## Fates of thoughts\n\n${table(["fate", "thoughts"], view.fates.map(({ name, times }) => [code(name), numberText(times)]))}` : "",
    view.errors.length ? `## Lines that could not be checked\n\n${table(["error", "lines"], view.errors.map(({ code: name, lines }) => [code(name), numberText(lines)]))}` : "",
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function warningsOf({ sources }) {
  const said = { cut: "has no end record: results may be missing", differing: "has other counts than its end record", unread: "could not be read as results" };
  return sources.filter(({ state }) => said[state]).map(({ state, rows, others }) => [...rows.slice(0, ROWS).map(({ name }) => `- ${code(name)} ${said[state]}`), ...(rows.length > ROWS || others ? [`- ${plural(Math.max(0, rows.length - ROWS) + others, "more file")} ${said[state]}`] : [])].join("\n"));
}

const thenHead = ({ then }) => (then ? ["before", "change"] : []);

/** Returns the earlier share, and the change in points; in bold if chance is an unlikely cause. */
function thenCells(view, now, then) {
  if (!view.then) return [];
  return [shareText(then, view.then[0]), moved(now, view.counts[0], then, view.then[0])];
}

const moved = (...figures) => (isNotable(...figures) ? `**${changeText(...figures)}**` : changeText(...figures));

function rulesOf(view) {
  const rows = view.rules.filter(({ results }) => results);
  if (!rows.length) return ["No result has a finding."];
  const lines = rows.slice(0, ROWS).map((rule) => [code(nameText(rule.id)), rule.severity, numberText(rule.results), shareText(rule.results, view.counts[0]), ...(view.then ? (rule.then ? thenCells(view, rule.results, rule.then) : ["–", "**new**"]) : []), [rule.title ?? "", ...rule.examples.filter(({ address }) => address).slice(0, 1).map(({ address }) => `[example](${address})`)].filter(Boolean).join(" ")]);
  const more = rows.length > ROWS ? `\n\n${plural(rows.length - ROWS, "rule")} more.` : "";
  return [`## Rules\n\n${table(["rule", "severity", "results", "share", ...thenHead(view), "meaning"], lines)}${more}`];
}

function goneOf(view) {
  const gone = view.rules.filter(({ results, then }) => !results && then);
  return gone.length ? [`Gone: ${gone.slice(0, ROWS).map(({ id, then }) => `${code(nameText(id))} (was ${shareText(then, view.then[0])})`).join(", ")}.`] : [];
}

function groupOf(name, { rows, rest }, view) {
  const line = (title, { counts, then }) => [title, numberText(counts[0]), ...counts.slice(1, 4).map(numberText), shareText(badOf(counts), counts[0]), ...(view.then ? [then?.[0] ? moved(badOf(counts), counts[0], then[1], then[0]) : "new"] : [])];
  const lines = rows.slice(0, ROWS).map((row) => line(code(nameText(row.name)), row));
  const more = rows.length > ROWS ? `\n\n${plural(rows.length - ROWS, "row")} more.` : "";
  const last = rest ? [line(`${rest.isEstimate ? "about " : ""}${plural(rest.names, "more name")}`, rest)] : [];
  return `## By ${name}\n\n${table([name, "results", "rejected", "likely", "losses", "bad", ...(view.then ? ["change"] : [])], [...lines, ...last])}${more}`;
}

const table = (heads, rows) => [heads, heads.map((head, nth) => (nth && head !== "severity" && head !== "meaning" ? "--:" : "---")), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** Returns a text as code that Markdown does not interpret, between more backticks than it has in a row. A bar would end a cell even there. */
function code(text) {
  const fence = "`".repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const edge = /^[` ]|[` ]$/.test(text) ? " " : "";
  return `${fence}${edge}${text.replaceAll("|", "\\|")}${edge}${fence}`;
}
