// Results by model, host or wire: a row for each, with the shares of its verdicts.
import { element } from "./element.js";
import { change, hitsOf, nameText, numberText, partsOf, plural, shareBar, shareText } from "./format.js";

/** The number of visible rows. The others are behind a button. */
const OPEN = 15;

/** Returns the section. `link` makes the address that shows only one name. */
export function groupSection(title, id, { rows, rest }, { rule, link, hasThen }) {
  const sorted = rule ? [...rows].sort((one, other) => hitsOf(other, rule) - hitsOf(one, rule)) : rows;
  const heads = [title.replace(/^By (.)/, (_, letter) => letter.toUpperCase()), "Results", rule ? "With the rule" : "Bad", ...(hasThen && !rule ? ["Change"] : [])];
  const head = element("tr", null, heads.map((name, nth) => element("th", { scope: "col", class: nth ? "number" : undefined }, name)));
  const name = (row) => (link ? element("a", { href: link(row.name) }, nameText(row.name)) : nameText(row.name));
  const table = (lines) => element("table", { class: "group" }, element("thead", null, head), element("tbody", null, lines));
  const lines = sorted.map((row) => line(row, name(row), { rule, hasThen }));
  const last = rest && line(rest, element("span", { class: "soft" }, `${rest.isEstimate ? "about " : ""}${plural(rest.names, "more name")}`), { rule, hasThen });
  if (lines.length <= OPEN) return element("section", { "aria-labelledby": id }, element("h2", { id }, title), table([lines, last]));
  const more = element("details", null, element("summary", null, `${rest?.isEstimate ? "about " : ""}${numberText(lines.length - OPEN + (rest?.names ?? 0))} more`), table([lines.slice(OPEN), last]));
  return element("section", { "aria-labelledby": id }, element("h2", { id }, title), table(lines.slice(0, OPEN)), more);
}

function line(row, name, { rule, hasThen }) {
  const whole = row.counts[0];
  const hits = hitsOf(row, rule);
  const cells = [numberText(whole), `${shareText(hits, whole)}`];
  const then = hasThen && !rule && element("td", { class: "number" }, row.then && (row.then[0] ? change(hits, whole, row.then[1], row.then[0]) : element("span", { class: "soft" }, "new")));
  return element("tr", null, element("th", { scope: "row" }, name, shareBar(partsOf(row, rule), whole)), cells.map((text) => element("td", { class: "number" }, text)), then);
}
