// rethought explain: the card of a rule, or the names of all.
import { explain as card } from "../node.js";
import { Usage } from "./usage.js";

export function explain([id], values, print) {
  if (!id) return print(card().map((rule) => `${rule.padEnd(40)} ${card(rule).summary}`).join("\n"));
  const found = card(id);
  if (!found) throw new Usage(`there is no rule ${id}${nearest(id)}`);
  const { summary, what, why, bad, good, fix, evidence, sources, severity, wires, upstream } = found;
  const sections = { "What it checks": what, Why: why, "What providers answer": upstream.map((said) => `- ${said}`).join("\n"), Bad: bad, Good: good, Fix: fix, Evidence: sources };
  const told = Object.entries(sections).filter(([, text]) => text).map(([name, text]) => `${name}\n${text.replace(/^/gm, "  ")}`);
  return print([`${id} (${severity}, ${evidence}; ${wires.join(", ")})`, summary, ...told].join("\n\n"));
}

/** A rule whose name shares the most words with one that is not there. */
function nearest(id) {
  const words = new Set(id.split("-"));
  const shared = (rule) => [...new Set(rule.split("-"))].filter((word) => words.has(word)).length;
  const best = card().reduce((best, rule) => (shared(rule) > shared(best) ? rule : best), "");
  return best ? `; did you mean ${best}?` : "";
}
