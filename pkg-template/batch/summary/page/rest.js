// Fates of thoughts, lines that could not be judged, and the files of the report.
import { element } from "./element.js";
import { nameText, numberText, plural, shareBar, shareText } from "./format.js";
import { examplesOf } from "./rules.js";

/** The color of a fate. An unknown word has none. */
const FATES = { equal: "fine", moved: "advice", changed: "reject", missing: "degrade", gone: "degrade", verbatim: "fine", routed: "fine", elided: "degrade", degraded: "degrade", placeholder: "degrade" };

export function fatesSection({ fates, thoughts }) {
  if (!fates.length && !thoughts) return undefined;
  const whole = fates.reduce((sum, { times }) => sum + times, 0);
  const rows = fates.map(({ name, times }) => element("tr", null, element("th", { scope: "row" }, nameText(name), shareBar([[FATES[name] ?? "none", times]], whole)), element("td", { class: "number" }, numberText(times)), element("td", { class: "number" }, shareText(times, whole))));
  return element(
    "section",
    { "aria-labelledby": "fates" },
    element("h2", { id: "fates" }, "Fates of thoughts"),
    thoughts > 0 && element("p", { class: "soft note" }, `${plural(thoughts, "thought")} in the answers.`),
    rows.length > 0 && element("table", null, head("Fate", "Thoughts", "Share"), element("tbody", null, rows)),
  );
}

export function errorsSection({ errors, otherErrors }) {
  if (!errors.length) return undefined;
  const rows = errors.map(({ code, lines, examples }) => element("tr", null, element("th", { scope: "row" }, element("span", { class: "mono" }, nameText(code)), examplesOf(examples)), element("td", { class: "number" }, numberText(lines))));
  return element("section", { "aria-labelledby": "errors" }, element("h2", { id: "errors" }, "Lines that could not be checked"), element("table", null, head("Error", "Lines"), element("tbody", null, rows)), otherErrors > 0 && element("p", { class: "soft note" }, `${plural(otherErrors, "line")} with other codes.`));
}

const STATES = {
  cut: ["degrade", "no end record"],
  differing: ["reject", "other counts than its end record"],
  unread: ["reject", "no results read"],
  whole: ["fine", "whole"],
};

export function sourcesSection({ sources }) {
  if (!sources.length) return undefined;
  const rows = sources.flatMap(({ state, rows, others }) => [...rows.map((row) => source(state, row)), ...(others ? [element("tr", null, element("th", { scope: "row", class: "soft" }, plural(others, "more file")), element("td", null, STATES[state][1]), element("td", { class: "number" }))] : [])]);
  return element("section", { "aria-labelledby": "sources" }, element("h2", { id: "sources" }, "Files"), element("table", null, head("File", "State", "Results"), element("tbody", null, rows)));
}

function source(state, { name, files, results, errors, endResults, endErrors, broken, strange }) {
  const [tone, text] = STATES[state];
  const facts = [
    files > 1 && `${numberText(files)} files of this name`,
    state === "differing" && `its end records say ${plural(endResults, "result")} and ${plural(endErrors, "error")}`,
    errors && plural(errors, "error"),
    broken + strange > 0 && `${plural(broken + strange, "line is not a result", "lines are not results")}`,
  ].filter(Boolean);
  return element("tr", null, element("th", { scope: "row" }, name, facts.length > 0 && element("p", { class: "soft" }, facts.join(", "))), element("td", null, element("span", { class: "state", "data-tone": tone }, text)), element("td", { class: "number" }, numberText(results)));
}

const head = (...names) => element("thead", null, element("tr", null, names.map((name, nth) => element("th", { scope: "col", class: nth && name !== "State" ? "number" : undefined }, name))));
