// Results by day: the share of bad ones, and below it their number.
import { element } from "./element.js";
import { hitsOf, numberText, partsOf, plural, shareText, WORD_TITLES } from "./format.js";

const HEIGHT = 132;
/** The space above the axis for its last number. */
const TOP = 8;
/** This number of bars or fewer do not fill the width. */
const FEW = 7;
const FEWEST_PLACES = 4;
const VOLUME = 36;
/** The shares that the axis may end at. */
const ENDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1];

/** Returns the section. `rows` are those of all results, or of one model. */
export function daysSection(view, rows, rule) {
  const title = element("h2", { id: "days" }, `By ${view.step}`);
  if (!rows.some(({ counts }) => counts[0])) return element("section", { "aria-labelledby": "days" }, title, element("p", { class: "soft" }, "No result has a time."));
  const unseen = [view.undated && `${plural(view.undated, "result has", "results have")} no time`, view.earlier && `${plural(view.earlier, "result is", "results are")} of earlier days`].filter(Boolean);
  return element("section", { "aria-labelledby": "days" }, title, plot(view, rows, rule), unseen.length > 0 && element("p", { class: "soft note" }, `${unseen.join(", ")}.`), table(view, rows, rule));
}

function plot({ step }, rows, rule) {
  const most = Math.max(...rows.map((row) => (row.counts[0] ? hitsOf(row, rule) / row.counts[0] : 0)));
  const end = ENDS.find((share) => share >= most) ?? 1;
  const busiest = Math.max(...rows.map(({ counts }) => counts[0]));
  const sum = (pick) => rows.reduce((total, row) => total + pick(row), 0);
  const label = `${rows[0].name} to ${rows.at(-1).name}: ${shareText(sum((row) => hitsOf(row, rule)), sum(({ counts }) => counts[0]))} of the results ${rule ? `have ${rule.id}` : "are rejected or lose reasoning"}, at most ${shareText(most, 1)}. The table below has the figures.`;
  const isFew = rows.length <= FEW;
  const places = Math.max(rows.length, FEWEST_PLACES);
  return element(
    "figure",
    { class: isFew ? "days few" : "days" },
    element("svg", { class: "days-shares", role: "img", "aria-label": label, height: HEIGHT }, grid(end), rows.map((row, nth) => column(row, nth, places, rule, end))),
    element("svg", { class: "days-volume", "aria-hidden": "true", height: VOLUME }, rows.map((row, nth) => bar(row, nth, places, busiest))),
    element("figcaption", { class: "days-axis soft" }, captions(rows, isFew, `up to ${numberText(busiest)} a ${step}`).map((text) => element("span", null, text))),
  );
}

function captions(rows, isFew, busiest) {
  const [first, last] = [rows[0].name, rows.at(-1).name];
  if (!isFew) return [first, busiest, last];
  return [`${first === last ? first : `${first} to ${last}`}, ${busiest}`];
}

/** Draws lines at the end of the axis and at half of it, with their shares. */
const grid = (end) =>
  [end, end / 2].map((share) => {
    const y = TOP + (HEIGHT - TOP) * (1 - share / end);
    return [element("line", { x1: 0, x2: "100%", y1: y, y2: y }), element("text", { x: "100%", dx: 6, y: y + 4 }, `${Number((100 * share).toFixed(2))}%`)];
  });

const place = (nth, length) => ({ x: `${((100 * (nth + 0.1)) / length).toFixed(3)}%`, width: `${(80 / length).toFixed(3)}%` });

function column(row, nth, length, rule, end) {
  const whole = row.counts[0];
  if (!whole) return undefined;
  const scale = (HEIGHT - TOP) / end / whole;
  let y = HEIGHT;
  const rects = partsOf(row, rule).slice(0, 3).map(([tone, count, kind]) => {
    const height = count * scale;
    y -= height;
    return height > 0 && element("rect", { ...place(nth, length), y: y.toFixed(2), height: height.toFixed(2), "data-tone": tone, class: kind });
  });
  return element("g", null, element("title", null, `${row.name}: ${numberText(hitsOf(row, rule))} of ${numberText(whole)} (${shareText(hitsOf(row, rule), whole)})`), element("rect", { ...place(nth, length), y: 0, height: HEIGHT, class: "days-hover" }), rects);
}

function bar({ counts }, nth, length, busiest) {
  const height = busiest ? (counts[0] / busiest) * (VOLUME - 4) : 0;
  return height > 0 && element("rect", { ...place(nth, length), y: 2, height: Math.max(1, height).toFixed(2) });
}

function table(view, rows, rule) {
  const heads = rule ? [view.step, "results", "with the rule", "share"] : [view.step, "results", ...WORD_TITLES.slice(0, 4)];
  const cells = (row) => (rule ? [row.counts[0], hitsOf(row, rule), shareText(hitsOf(row, rule), row.counts[0])] : row.counts.slice(0, 5));
  const text = (cell) => (typeof cell === "number" ? numberText(cell) : cell);
  const lines = rows.filter(({ counts }) => counts[0]).map((row) => element("tr", null, element("th", { scope: "row" }, row.name), cells(row).map((cell) => element("td", { class: "number" }, text(cell)))));
  const head = element("tr", null, heads.map((name, nth) => element("th", { scope: "col", class: nth ? "number" : undefined }, name)));
  return element("details", null, element("summary", null, "As a table"), element("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": `Results by ${view.step}, as a table` }, element("table", null, element("thead", null, head), element("tbody", null, lines))));
}
