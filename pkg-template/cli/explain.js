// rethought explain: the cards of rules, or the names of all under headings.
import { counted, evidenceOf, severityOf } from "../report/words.js";
import { nearest } from "../text/options.js";
import cards from "../cards/index.js";
import { SESSION_RULES } from "../doctor/rules.js";
import { showInBrowser } from "./browser.js";
import { printJson, printOwn, printText } from "./output.js";
import { indexPage, rulePage } from "./rule-page.js";
import { painted, widthOf, wrapped } from "./terminal.js";
import { didYouMean, Usage } from "./usage.js";

/** The headings, by the folders of the rules. A folder that is not here has its own name as its heading. */
export const HEADINGS = {
  anthropic: "Anthropic Messages",
  converse: "Bedrock Converse",
  responses: "OpenAI Responses",
  gemini: "Gemini",
  openrouter: "OpenRouter",
  dialects: "OpenAI-compatible chat",
  text: "Reasoning in text",
  settings: "Reasoning settings",
  tools: "Tool calls",
  ledger: "With a ledger of recorded answers",
};

export function explain(ids, { format = "text", open = false }) {
  const rules = JSON.parse(cards);
  const found = ids.map((id) => cardOf(id, rules));
  if (open) openPages(found);
  else if (format === "json") printJson(ids.length === 1 ? found[0] : (ids.length ? found : Object.values(rules)).map(withGroup));
  else if (ids.length) printText(found.map(cardText).join("\n\n\n"));
  else printOwn(listOf(Object.values(rules)));
  return 0;
}

/** Prints where the pages are, and opens them where there is a screen. */
function openPages(found) {
  for (const page of found.length ? found.map(({ id }) => rulePage(id)) : [indexPage()]) {
    printText(page);
    showInBrowser(page);
  }
}

function cardOf(id, rules) {
  if (!Object.hasOwn(rules, id)) throw new Usage(`Unknown rule ${id}.${didYouMean(nearest(id, Object.keys(rules)))}`);
  return withGroup(rules[id]);
}

/** A card with the name of its group in place of its folder. */
const withGroup = ({ folder, ...card }) => ({ ...card, group: card.group ?? headingOf(folder) });
const headingOf = (folder) => (Object.hasOwn(HEADINGS, folder) ? HEADINGS[folder] : folder);

/** The remedy for a rule that a file on the disk breaks. */
const SESSION = "Find the cause and repair the file: rethought doctor session.jsonl";

function cardText({ id, severity, summary, what, why, bad, good, fix, evidence, sources, since, tier, wires, upstream }) {
  const sections = { "What it checks": what, Why: why, "What providers answer": upstream.map((answer) => `- ${answer}`).join("\n"), Bad: bad, Good: good, Fix: fix, "In a session of an agent": SESSION_RULES.includes(id) ? SESSION : "", Evidence: sources };
  const texts = Object.entries(sections).filter(([, text]) => text).map(([name, text]) => `${name}\n${(name === "Bad" || name === "Good" ? text : paragraphs(text)).replace(/^/gm, "  ")}`);
  return [`${id} (${severityOf({ severity, evidence })}; ${evidenceOf(evidence)}; ${tier}; since ${since}; ${wires.join(", ")})`, summary, ...texts].join("\n\n");
}

/** A text whose lines fit the terminal. Examples are JSON, and keep their lines; what is no terminal gets the lines of the card. */
function paragraphs(text) {
  if (!process.stdout.isTTY) return text;
  const width = widthOf() - 2;
  // A line that begins an item or a paragraph is one; the others go on with it.
  return text.split(/\n(?=\s*\n|\s*[-*] |\s*```)|(?<=\n)\n/).map((one) => wrapped(one.replace(/\s*\n\s*/g, " "), width, /^\s*[-*] /.test(one) ? "  " : "")).join("\n");
}

/** All rules under headings, each with its severity and summary. */
function listOf(rules) {
  const order = [...new Set([...Object.keys(HEADINGS), ...rules.map(({ folder }) => folder)])];
  const groups = order.map((folder) => [headingOf(folder), rules.filter((rule) => rule.folder === folder)]).filter(([, group]) => group.length);
  const column = Math.max(...rules.map(({ id }) => id.length));
  const sections = groups.map(([heading, group]) => [`${painted("bold", heading)} (${counted(group.length, "rule")})`, ...group.map((rule) => lineOf(rule, column))].join("\n"));
  return [...sections, "rethought explain <rule> prints one of them."].join("\n\n");
}

const COLORS = { reject: "red", degrade: "yellow", advice: "cyan" };
const SEVERITY = 16;

function lineOf({ id, severity, evidence, summary }, column) {
  const word = severityOf({ severity, evidence });
  const indent = column + SEVERITY + 2;
  if (!process.stdout.isTTY) return `  ${id.padEnd(column)} ${painted(COLORS[severity], word.padEnd(SEVERITY - 1))}${summary}`;
  // In a narrow terminal the summary is on lines of its own.
  const isNarrow = widthOf() - indent < NARROW;
  const margin = isNarrow ? 6 : indent;
  const text = wrapped(summary, widthOf() - margin).replaceAll("\n", `\n${" ".repeat(margin)}`);
  return `  ${id.padEnd(column)} ${painted(COLORS[severity], isNarrow ? word : word.padEnd(SEVERITY - 1))}${isNarrow ? `\n${" ".repeat(margin)}` : ""}${text}`;
}

/** The columns that a summary needs beside its rule. */
const NARROW = 40;
