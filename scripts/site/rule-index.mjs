// The list of all rules: a heading for each group, and a line for each rule.
import { escape } from "./escape.mjs";
import { renderInline } from "./markdown.mjs";

const TONES = { reject: "error", degrade: "warning", advice: "note" };

export function indexBody(groups, words) {
  const count = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  const sections = groups.map(({ folder, title, about, rules }) => `<section class="group"><h2 id="${folder}">${escape(title)}</h2><p class="soft">${renderInline(about)}</p><ul class="rules">${rules.map((card) => rowOf(card, words)).join("\n")}</ul></section>`);
  const html = `<h1>Rules</h1>
<p class="lead">${count} reasons why a provider refuses a request or loses reasoning. Each has a page with an example, the fix and the evidence.</p>
<div class="filter" hidden><label>Filter <input type="search" placeholder="signature, gemini, tool_use …" autocomplete="off" spellcheck="false"></label><fieldset><legend class="unseen">Severity</legend>${Object.entries(TONES).map(([severity, word]) => `<label class="chip" data-tone="${severity}"><input type="checkbox" value="${severity}" checked>${word}</label>`).join("")}</fieldset><output></output></div>
${sections.join("\n")}`;
  return { html, headings: groups.map(({ folder, title }) => ({ level: 2, text: title, slug: folder })) };
}

function rowOf(card, words) {
  const { id, severity, summary, fixes, wires } = card;
  return `<li data-severity="${severity}" data-words="${escape(wires.join(" "))}"><a href="${id}.html"><code>${id}</code></a><span class="chip" data-tone="${severity}">${words.severityOf(card)}</span>${fixes.length ? `<span class="chip">${[...new Set(fixes)].join(", ")} fix</span>` : ""}<p>${renderInline(summary)}</p></li>`;
}
