// The changes since an earlier run: by shares, since two runs seldom have the same number of results.
import { element } from "./element.js";
import { change, isNotable, nameText, numberText, plural, prose, shareText, WORD_TITLES } from "./format.js";

const MOST = 20;

/** Returns the section, or nothing if there is no earlier run. */
export function changesSection(view, link) {
  if (!view.then) return undefined;
  const [now, then] = [view.counts, view.then];
  const verdicts = WORD_TITLES.map((title, nth) => ({ title, now: now[nth + 1], then: then[nth + 1] })).filter(({ now, then }) => now || then);
  const moved = view.rules.filter((rule) => rule.results || rule.then);
  const fresh = moved.filter(({ then }) => !then);
  const gone = moved.filter(({ results }) => !results);
  const changed = moved.filter((rule) => rule.results && rule.then && isNotable(rule.results, now[0], rule.then, then[0]));
  const size = (rule) => Math.abs(rule.results / now[0] - rule.then / then[0]);
  changed.sort((one, other) => size(other) - size(one));
  const same = moved.length - fresh.length - gone.length - changed.length;
  return element(
    "section",
    { "aria-labelledby": "changes" },
    element("h2", { id: "changes" }, "Changes"),
    element("p", { class: "soft note" }, `${plural(then[0], "result")} before, ${numberText(now[0])} now. Changes are in points of percent; those that chance alone may explain are grey.`),
    table("Verdict", verdicts.map(({ title, now: count, then: before }, nth) => [title, count, before, nth < 3])),
    list("New rules", fresh, now[0], link),
    list("Rules without findings now", gone, then[0], link, true),
    changed.length > 0 && [element("h3", null, "Rules that changed"), table("Rule", changed.slice(0, MOST).map((rule) => [element("a", { class: "mono", href: link(rule.id) }, nameText(rule.id)), rule.results, rule.then, true]))],
    same > 0 && element("p", { class: "soft note" }, `${plural(same, "rule")} changed no more than chance explains.`),
  );

  function table(name, rows) {
    const head = element("tr", null, [name, "Before", "Now", "Change"].map((text, nth) => element("th", { scope: "col", class: nth ? "number" : undefined }, text)));
    const lines = rows.map(([title, count, before, isBad]) => {
      const moves = isBad ? change(count, now[0], before, then[0]) : change(now[0] - count, now[0], then[0] - before, then[0]);
      return element("tr", null, element("th", { scope: "row" }, title), element("td", { class: "number" }, shareText(before, then[0])), element("td", { class: "number" }, shareText(count, now[0])), element("td", { class: "number" }, isBad ? moves : flipped(moves)));
    });
    return element("table", null, element("thead", null, head), element("tbody", null, lines));
  }
}

/** Reverses the sign of a change and keeps its color, for a share that is worse when it falls. */
function flipped(moves) {
  const signs = { "+": "−", "−": "+" };
  return moves && { ...moves, attributes: { ...moves.attributes, title: undefined }, children: moves.children.map((text) => text.replace(/^[+−]/, (sign) => signs[sign])) };
}

function list(title, rules, whole, link, isGone) {
  if (!rules.length) return undefined;
  const line = (rule) => element("li", null, isGone ? element("span", { class: "mono" }, nameText(rule.id)) : element("a", { class: "mono", href: link(rule.id) }, nameText(rule.id)), element("span", { class: "soft" }, ` ${shareText(isGone ? rule.then : rule.results, whole)}${rule.title ? ": " : ""}`, rule.title && prose(rule.title)));
  return [element("h3", null, title), element("ul", { class: "plain" }, rules.slice(0, MOST).map(line)), rules.length > MOST && element("p", { class: "soft note" }, `and ${numberText(rules.length - MOST)} more`)];
}
