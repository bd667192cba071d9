// The main part of the page: all results, or those of one model, or those with one rule.
import { changesSection } from "./changes.js";
import { daysSection } from "./days.js";
import { element } from "./element.js";
import { change, chip, hitsOf, icon, nameText, numberText, partsOf, plural, shareBar, shareText, TONES, WORD_TITLES } from "./format.js";
import { groupSection } from "./groups.js";
import { errorsSection, fatesSection, sourcesSection } from "./rest.js";
import { rulesSection } from "./rules.js";

const modelLink = (name) => `#model=${encodeURIComponent(name)}`;
const ruleLink = (id) => `#rule=${encodeURIComponent(id)}`;

/** Returns the sections. `hash` is the fragment of the address, such as `#rule=…`. A fragment with an unknown name shows everything. */
export function mainOf(view, hash) {
  const { model, rule } = filterOf(view, hash);
  const top = model ?? { counts: view.counts, rules: rule ? { [rule.index]: rule.results } : {} };
  const rows = model ? view.days.map(({ name }, nth) => ({ name, counts: model.days[nth] ?? [0, 0, 0, 0, 0, 0, 0], rules: {} })) : view.days;
  const hasThen = view.then !== undefined;
  return [
    model || rule ? filterBar(model, rule) : warnings(view),
    summary(view, top, { model, rule }),
    !model && !rule && changesSection(view, ruleLink),
    daysSection(view, rows, rule),
    rulesSection(view, top.counts[0], { model, only: rule, link: ruleLink }),
    !model && [groupSection("By model", "models", view.models, { rule, link: rule ? undefined : modelLink, hasThen }), groupSection("By host", "hosts", view.hosts, { rule, hasThen }), groupSection("By wire", "wires", view.wires, { rule, hasThen })],
    !model && !rule && [fatesSection(view), errorsSection(view), sourcesSection(view)],
  ];
}

function filterOf(view, hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const model = given.has("model") ? view.models.rows.find(({ name }) => name === given.get("model")) : undefined;
  const index = given.has("rule") ? view.rules.findIndex(({ id }) => id === given.get("rule")) : -1;
  return { model, rule: !model && index >= 0 ? { ...view.rules[index], index } : undefined };
}

const filterBar = (model, rule) =>
  element("p", { class: "filter", tabindex: -1 }, "Only ", model ? "the model " : "results with ", element("b", { class: "mono" }, nameText(model?.name ?? rule.id)), " ", element("a", { class: "button", href: "#" }, "Show all"));

/** Returns warnings that a reader needs before any number. */
function warnings({ sources, errors, otherErrors, unread }) {
  const of = (name) => sources.filter(({ state }) => state === name).reduce((sum, { rows, others }) => sum + rows.length + others, 0);
  const lines = errors.reduce((sum, { lines }) => sum + lines, otherErrors);
  const said = [
    of("cut") && `${plural(of("cut"), "file has", "files have")} no end record: results may be missing.`,
    of("differing") && `${plural(of("differing"), "file has", "files have")} other counts than the end record says: results are missing, or doubled.`,
    of("unread") && `${plural(of("unread"), "file")} could not be read as results.`,
    lines && `${plural(lines, "line")} could not be checked.`,
    unread && `${plural(unread, "answer")} could not be read: the verdicts on the requests count, the fates of the thoughts are not known.`,
  ].filter(Boolean);
  return said.length > 0 && element("div", { class: "warnings", "data-tone": "degrade" }, icon("degrade"), element("ul", null, said.map((text) => element("li", null, text))));
}

function summary(view, top, { model, rule }) {
  const whole = top.counts[0];
  const hits = hitsOf(top, rule);
  const lead = rule ? `${numberText(hits)} of ${plural(whole, "result")} have this rule` : `${numberText(hits)} of ${plural(whole, "request")} would be rejected or lose reasoning`;
  const tiles = WORD_TITLES.map((title, nth) => ({ title, nth, count: top.counts[nth + 1] })).filter(({ nth, count }) => nth < 4 || count);
  return element(
    "section",
    { class: "summary", "aria-label": "Summary" },
    element("p", { class: "lead" }, element("strong", null, shareText(hits, whole)), element("span", null, lead)),
    shareBar(partsOf(top, rule), whole),
    !rule && element("dl", { class: "tiles" }, tiles.map(({ title, nth, count }) => tile(view, { title, nth, count, whole }, model))),
  );
}

function tile(view, { title, nth, count, whole }, model) {
  const isBad = nth < 3;
  const then = view.then && !model && isBad && change(count, whole, view.then[nth + 1], view.then[0]);
  return element("div", { class: "tile" }, element("dt", null, chip(TONES[nth], title)), element("dd", null, element("b", null, shareText(count, whole)), " ", element("span", { class: "soft" }, numberText(count)), then && [" ", then]));
}
