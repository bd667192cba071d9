// The page of a rule: what it checks, why, what the provider answers, an example with its finding and its repair, the fix, the evidence.
import { escape } from "./escape.mjs";
import { inLines, jsonBlock } from "./json-block.mjs";
import { codeBlock, render, renderInline } from "./markdown.mjs";

const TIERS = { stable: "", nursery: "Preview: the evidence is not final" };
const FIXES = { safe: ["safe fix", "fine"], dead: ["dead fix", "fine"], unsafe: ["unsafe fix", "degrade"], placeholder: ["placeholder fix", "degrade"] };

const SESSION = '<p>If an agent such as Claude Code or Codex died of it, <code>npx rethought doctor session.jsonl</code> names the cause and repairs the file. See <a href="../guides/sessions.html">A session that died</a>.</p>';

/** The body of the page. `isOfSessions` says that a session on the disk may break the rule. `examples` are its requests and what the package says about them (rule-examples.mjs), `words` are those of pkg-template/report/words.js. */
export function ruleBody(card, { group, related, examples, words, isOfSessions }) {
  const { id, summary, what, why, upstream, fix, sources, since } = card;
  const sections = [
    ["What it checks", render(what).html + (card.ledger ? "<p>This rule needs a ledger: a record of what the model emitted.</p>" : "")],
    ["Why", render(why).html],
    ["The provider's words", upstream.map((text) => `<blockquote class="answer">${answerOf(text)}</blockquote>`).join("\n")],
    ["Bad", exampleOf(examples.bad, examples.place) + findingOf(examples)],
    ["Good", exampleOf(examples.good)],
    ["Fix", render(fix).html + repairOf(examples)],
    ["In a session of an agent", isOfSessions ? SESSION : ""],
    ["Evidence", evidenceOf(sources)],
    ["Related rules", related.length ? `<ul>${related.map(({ id: other, summary: about }) => `<li><a href="${other}.html"><code>${other}</code></a> ${renderInline(about)}</li>`).join("")}</ul>` : ""],
  ].filter(([, html]) => html);
  const off = `<p class="off">To turn the rule off: <code>rethought audit --off ${id}</code>, or <code>off: ["${id}"]</code> in your program.</p>`;
  const headings = sections.map(([text]) => ({ level: 2, text, slug: text.toLowerCase().replace(/[^a-z]+/g, "-") }));
  const html = `<p class="crumbs"><a href="index.html">Rules</a> › <a href="index.html#${group.folder}">${escape(group.title)}</a></p>
<h1><code>${id}</code></h1>
<p class="lead">${renderInline(summary)}</p>
${factsOf(card, words, since)}
${sections.map(([name, inside], nth) => `<section><h2 id="${headings[nth].slug}">${escape(name)}</h2>\n${inside}</section>`).join("\n")}
${off}`;
  return { html, headings };
}

function factsOf(card, words, since) {
  const { severity, evidence, fixes, wires, tier } = card;
  const chip = (text, tone) => `<li class="chip"${tone ? ` data-tone="${tone}"` : ""}>${escape(text)}</li>`;
  const kinds = [...new Set(fixes)].map((safety) => FIXES[safety]);
  const chips = [chip(words.severityOf(card), severity), chip(words.evidenceOf(evidence)), ...(kinds.length ? kinds.map(([text, tone]) => chip(text, tone)) : [chip("no automatic fix")]), ...(TIERS[tier] ? [chip(TIERS[tier])] : [])];
  return `<ul class="facts" aria-label="Facts">${chips.join("")}</ul>
<p class="wires">${wires.map((wire) => `<code>${wire}</code>`).join(" ")} <span class="soft">since ${since}</span></p>`;
}

/** An error of a provider. A placeholder in it, such as {0}, is a number or a name. */
const answerOf = (text) => escape(text).replace(/`([^`]*)`/g, "<code>$1</code>").replace(/(?<=\w\.)\{\w*\}/g, "<var>N</var>").replace(/\{\w*\}/g, "<var>…</var>");

/** An example: its target in words, and its request. What the model emitted before is folded. */
function exampleOf({ text, memberOf }, place) {
  const { target, emitted } = JSON.parse(text);
  const before = emitted ? `<details><summary>The model emitted before</summary>${json(memberOf("emitted"))}</details>` : "";
  return `<p class="target">${targetText(target)}</p>${before}${json(memberOf("request"), place)}`;
}

/** A JSON text as a block. The place is one of the text in lines. */
const json = (text, place) => `<pre tabindex="0" data-language="json"><code>${jsonBlock(inLines(text), place)}</code></pre>`;

function targetText(target) {
  const { wire, ...rest } = target;
  const more = Object.entries(rest).map(([name, value]) => `${name} <code>${escape(Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : value)}</code>`);
  return `A request to <code>${escape(wire)}</code>${more.length ? `, ${more.join(", ")}` : ""}`;
}

const findingOf = ({ text }) => (text ? `<p class="target">Output of <code>rethought audit</code></p>${codeBlock(text, "").replace("<pre ", '<pre class="output" ')}` : "");

const repairOf = ({ repaired, allow }) =>
  repaired ? `<details><summary>The example after <code>rethought fix${allow === "safe" ? "" : ` --allow ${allow}`}</code></summary>${json(repaired)}</details>` : "";

/** The sources, each with its kind and date in front. */
const evidenceOf = (sources) => render(sources).html.replace(/<li>(\w+), (\d{4}-\d\d-\d\d):/g, '<li><span class="chip">$1</span> <time>$2</time>').replace(/<ul>/, '<ul class="sources">');
