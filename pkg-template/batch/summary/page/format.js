// Numbers, shares, colors and labels of the report.
import { element } from "./element.js";

export const TONES = ["reject", "reject", "degrade", "fine", "none", "none"];
export const WORD_TITLES = ["Rejected", "Likely rejected", "Accepted, with losses", "Accepted", "Another verdict", "No verdict"];
const SEVERITY_TITLES = { reject: "Rejected", degrade: "Loss", advice: "Advice" };
/** A cross in a circle, a triangle, an i in a circle, a tick, a dash: the shapes of the inspector. */
const PATHS = {
  reject: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1ZM5.5 4.4 4.4 5.5 6.9 8l-2.5 2.5 1.1 1.1L8 9.1l2.5 2.5 1.1-1.1L9.1 8l2.5-2.5-1.1-1.1L8 6.9Z",
  degrade: "M8 1.5 15.5 14.5H.5ZM7.2 6v4h1.6V6Zm0 5.2v1.6h1.6v-1.6Z",
  advice: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1ZM7.2 4v1.7h1.6V4Zm0 3v5h1.6V7Z",
  fine: "M6.4 12.6 1.8 8l1.3-1.3 3.3 3.3 6.5-6.5 1.3 1.3Z",
  none: "M3 7.2h10v1.6H3Z",
};

export const numberText = (number) => number.toLocaleString("en-US");
export const plural = (number, one, many = `${one}s`) => `${numberText(number)} ${number === 1 ? one : many}`;

/** Returns a share in percent. Only zero is written as 0, and only the whole as 100. */
export function shareText(part, whole) {
  if (!whole || !part) return "0%";
  const percent = (100 * part) / whole;
  if (percent < 0.1) return "<0.1%";
  if (percent > 99.9 && part < whole) return ">99.9%";
  return `${percent.toFixed(percent < 9.95 ? 1 : 0)}%`;
}

/** Returns the name of a model, host or wire. */
export const nameText = (name) => name || "not said";

export const icon = (tone) => element("svg", { class: "icon", viewBox: "0 0 16 16", width: "1em", height: "1em", "aria-hidden": "true", fill: "currentColor" }, element("path", { "fill-rule": "evenodd", d: PATHS[tone] }));

export const chip = (tone, text) => element("span", { class: "chip", "data-tone": tone }, icon(tone), text);

export const severityChip = (severity) => chip(severity, SEVERITY_TITLES[severity]);

/** Returns a bar of shares: `parts` are `[tone, count, kind]`, drawn from the left. The kind is `likely`, `rest` or nothing. */
export function shareBar(parts, whole) {
  let at = 0;
  const rects = parts.map(([tone, count, kind]) => {
    const width = whole ? (100 * count) / whole : 0;
    const rect = width > 0 && element("rect", { x: `${at.toFixed(3)}%`, width: `${width.toFixed(3)}%`, height: "100%", "data-tone": tone, class: kind });
    at += width;
    return rect;
  });
  return element("svg", { class: "share", "aria-hidden": "true" }, rects);
}

/** Returns the parts of a row that a bar shows: its verdicts, or with a rule the results that have it. */
export function partsOf({ counts, rules }, rule) {
  if (rule) return [[rule.severity, rules[rule.index] ?? 0]];
  return counts.slice(1, 5).map((count, nth) => [TONES[nth], count, KINDS[nth]]);
}

const KINDS = [undefined, "likely", undefined, "rest"];

/** Returns the number of results of a row that are bad, or that have the rule. */
export const hitsOf = ({ counts, rules }, rule) => (rule ? (rules[rule.index] ?? 0) : counts[1] + counts[2] + counts[3]);

/** Returns the change of a share, in points. */
export function changeText(part, whole, partThen, wholeThen) {
  if (!whole || !wholeThen) return "";
  const points = 100 * (part / whole - partThen / wholeThen);
  const size = Math.abs(points);
  if (size < 0.05) return "±0";
  return `${points > 0 ? "+" : "−"}${size.toFixed(size < 9.95 ? 1 : 0)}`;
}

/** Returns true if chance is an unlikely cause of the difference of two shares: it is more than 2.6 standard errors. */
export function isNotable(part, whole, partThen, wholeThen) {
  if (!whole || !wholeThen) return false;
  const pooled = (part + partThen) / (whole + wholeThen);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / whole + 1 / wholeThen));
  return error > 0 && Math.abs(part / whole - partThen / wholeThen) > 2.6 * error;
}

/** Returns a change as an element: grey if chance may be the cause, red if more results are bad, green if fewer. */
export function change(part, whole, partThen, wholeThen) {
  const text = changeText(part, whole, partThen, wholeThen);
  const isWorse = part / whole > partThen / wholeThen;
  const tone = !isNotable(part, whole, partThen, wholeThen) ? "none" : isWorse ? "reject" : "fine";
  return text && element("span", { class: "change", "data-tone": tone, title: `before: ${shareText(partThen, wholeThen)} of ${numberText(wholeThen)}` }, text);
}

/** Returns a sentence of a card. Text between backticks becomes code. */
export const prose = (text) => text.split("`").map((part, nth) => (nth % 2 ? element("code", null, part) : part));
