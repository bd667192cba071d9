// The rules that requests have broken, the most common first, with examples.
import { element } from "./element.js";
import { change, nameText, numberText, plural, prose, severityChip, shareBar, shareText } from "./format.js";

/** Returns the section of all rules, of those of a model, or of one rule. `whole` is the number of results that the shares refer to. */
export function rulesSection(view, whole, { model, only, link }) {
  const rows = (only ? [only] : model ? view.rules.map((rule, nth) => ofModel(rule, nth, model)) : view.rules).filter(({ results, mended }) => results || mended);
  if (model) rows.sort((one, other) => other.results - one.results);
  const title = element("h2", { id: "rules" }, only ? "The rule" : "Rules");
  if (!rows.length) return element("section", { "aria-labelledby": "rules" }, title, element("p", { class: "soft" }, "No result has a finding."));
  const hasThen = view.then && !model;
  const head = element("tr", null, [["Rule"], ["", "wide"], ["Results", "wide number"], ["Share", "number"], ...(hasThen ? [["Change", "number"]] : [])].map(([name, kind]) => (name ? element("th", { scope: "col", class: kind }, name) : element("td", { class: kind }))));
  const most = Math.max(...rows.map(({ results }) => results));
  const left = only ? [] : [view.moreRules && plural(view.moreRules, "rule more", "rules more"), view.otherRules && `${plural(view.otherRules, "result")} of rules that are not named`].filter(Boolean);
  const note = left.length > 0 && element("p", { class: "soft note" }, `Not shown: ${left.join(", ")}.`);
  return element("section", { "aria-labelledby": "rules" }, title, element("table", { class: "rules" }, element("thead", null, head), element("tbody", null, rows.map((rule) => line(view, rule, { whole, most, link, hasThen })))), note);
}

/** Returns a rule with its count in the results of a model. Findings are not counted by model. */
const ofModel = (rule, nth, { name, rules }) => ({ ...rule, results: rules[nth] ?? 0, findings: 0, mended: 0, examples: rule.examples.filter(({ model }) => model === name) });

function line(view, rule, { whole, most, link, hasThen }) {
  const { id, title, severity, results, findings, mended, examples } = rule;
  const facts = [findings > results && plural(findings, "finding"), mended && `${numberText(mended)} fixed`].filter(Boolean).join(", ");
  const what = element(
    "th",
    { scope: "row" },
    element("div", { class: "rule-head" }, element("a", { class: "mono", href: link(id) }, nameText(id)), severityChip(severity)),
    title && element("p", { class: "rule-title" }, prose(title)),
    element("p", { class: "soft narrow" }, plural(results, "result")),
    facts && element("p", { class: "soft" }, facts),
    examplesOf(examples),
  );
  const then = hasThen && element("td", { class: "number" }, rule.then ? change(results, whole, rule.then, view.then[0]) : element("span", { class: "chip", "data-tone": "reject" }, "new"));
  return element("tr", null, what, element("td", { class: "wide rule-bar" }, shareBar([[severity, results]], most)), element("td", { class: "wide number" }, numberText(results)), element("td", { class: "number" }, shareText(results, whole)), then);
}

/** Returns examples behind a button: each opens in the inspector, or has a command that shows it. */
export function examplesOf(examples) {
  if (!examples.length) return undefined;
  return element("details", { class: "examples" }, element("summary", null, plural(examples.length, "example")), element("ul", null, examples.map(example)));
}

function example({ label, model, host, time, pointer, from, address, command }) {
  const facts = [model, host, time].filter(Boolean).join(" · ");
  return element(
    "li",
    null,
    element("p", null, address ? element("a", { href: address }, element("b", null, label), " in the inspector") : element("b", null, label), facts && element("span", { class: "soft" }, ` ${facts}`)),
    pointer !== undefined && element("p", { class: "mono soft" }, pointer),
    from && element("p", { class: "soft" }, `from ${from}`),
    command && element("pre", { tabindex: 0 }, command),
  );
}
