// All files of the site, by their paths.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pkg, root } from "../paths.mjs";
import { referencePages } from "./api.mjs";
import { assets } from "./assets.mjs";
import { commandLinePage } from "./command-line.mjs";
import { escape } from "./escape.mjs";
import { layout } from "./layout.mjs";
import { render } from "./markdown.mjs";
import { withPrograms } from "./programs.mjs";
import { examplesOf } from "./rule-examples.mjs";
import { groupsOf, relatedRules } from "./rule-groups.mjs";
import { indexBody } from "./rule-index.mjs";
import { ruleBody } from "./rule-page.mjs";
import { searchEntries } from "./search-entries.mjs";

/** The pages with a look of their own. */
const KINDS = { index: "start", "command-line": "commands" };
const read = (path) => readFileSync(join(root, path), "utf8");

/** Returns path → text. */
export async function sitePages() {
  const pages = [...(await guidePages()), ...(await rulePages()), ...apiPages()];
  const files = Object.fromEntries(pages.map((page) => [page.path, layout(page)]));
  return { ...files, ...(await assets(searchEntries(pages))) };
}

/** The guides in sections, in the order of www/site/guides.json. Texts that live elsewhere in the repository are pages of their section too. */
async function guidePages() {
  const texts = new Map(readdirSync(join(root, "www/site/guides")).map((name) => [name.replace(".md", ""), withPrograms(read(`www/site/guides/${name}`))]));
  texts.set("glossary", `# Glossary\n\nThe words of our own, and those that the documentation uses in one sense only.\n\n${read("src/GLOSSARY.md")}`);
  texts.set("command-line", commandLinePage(await imported("cli/commands/index.js"), await imported("cli/commands/options.js"), await imported("cli/commands/topics.js")));
  texts.set("security", read("SECURITY.md"));
  texts.set("notices", readFileSync(join(pkg, "THIRD_PARTY_NOTICES.md"), "utf8"));
  for (const system of ["adk", "agentfootprint", "clark", "cognipeer", "letta"]) texts.set(system, read(`src/formats/${system}/README.md`));
  const sections = JSON.parse(read("www/site/guides.json"));
  const titleOf = (name) => /^# (.+)$/m.exec(texts.get(name))[1];
  const navigation = sections.map(({ title, pages }) => ({ title, links: pages.map((name) => [`guides/${name}.html`, titleOf(name).replaceAll("`", "")]) }));
  const page = (name, path, area) => {
    const { html, headings } = render(texts.get(name));
    return { path, area, kind: KINDS[name] ?? "guide", title: titleOf(name).replaceAll("`", ""), description: firstSentence(texts.get(name)), body: html, headings, navigation, markdown: texts.get(name) };
  };
  return [page("index", "index.html"), ...sections.flatMap(({ pages }) => pages).map((name) => page(name, `guides/${name}.html`, "guides"))];
}

async function rulePages() {
  const { default: packed } = await imported("cards/index.js");
  const rethought = { ...(await imported("start/node.js")), ...(await imported("entry/json.js")) };
  const words = await imported("report/words.js");
  const cards = Object.values(JSON.parse(packed));
  const { HEADINGS } = await imported("cli/explain.js");
  const { SESSION_RULES } = await imported("doctor/rules.js");
  const groups = groupsOf(cards, HEADINGS);
  const navigation = (group) => [{ title: "Groups", links: [["rules/index.html", "All rules"], ...groups.map(({ folder, title }) => [`rules/index.html#${folder}`, title])] }, ...(group ? [{ title: group.title, links: group.rules.map(({ id }) => [`rules/${id}.html`, id]) }] : [])];
  const ofRule = (card, group) => {
    const related = relatedRules(card, cards).map((id) => cards.find((other) => other.id === id));
    const { html, headings } = ruleBody(card, { group, related, examples: examplesOf(card, rethought), words, isOfSessions: SESSION_RULES.includes(card.id) });
    return { path: `rules/${card.id}.html`, area: "rules", kind: "rule", title: card.id, description: card.summary.replaceAll("`", ""), body: html, headings, navigation: navigation(group), card };
  };
  const { html, headings } = indexBody(groups, words);
  const index = { path: "rules/index.html", area: "rules", kind: "index", title: "Rules", description: "All rules, by vendor and subject.", body: html, headings, navigation: navigation() };
  return [index, ...groups.flatMap((group) => group.rules.map((card) => ofRule(card, group)))];
}

function apiPages() {
  const reference = referencePages();
  const navigation = [{ title: "Imports", links: reference.map(({ name, page }) => [`api/${page}.html`, name]) }];
  const pages = reference.map(({ name, page, markdown }) => {
    const { html, headings } = render(markdown, { anchors: true });
    return { path: `api/${page}.html`, area: "api", kind: "api", title: name, description: `The calls and types of ${name}.`, body: withContents(html, headings), headings, navigation, api: name };
  });
  const text = read("www/site/api.md");
  const { html, headings } = render(text);
  return [{ path: "api/index.html", area: "api", kind: "guide", title: "API reference", description: firstSentence(text), body: html, headings, navigation, markdown: text }, ...pages];
}

/** Puts a list of the names below the title, in a line for each kind. */
function withContents(html, headings) {
  const lines = [];
  for (const { level, text, slug } of headings) {
    if (level === 2) lines.push({ text, links: [] });
    else lines.at(-1)?.links.push(`<a href="#${slug}"><code>${escape(text)}</code></a>`);
  }
  const rows = lines.filter(({ links }) => links.length).map(({ text, links }) => `<dt>${text}</dt><dd>${links.join(" ")}</dd>`);
  return html.replace("</h1>", `</h1>\n<dl class="contents">${rows.join("")}</dl>`);
}

/** A module of the package. The address has a digest, because Node imports an address only once per process. */
async function imported(name) {
  const file = join(pkg, name);
  return import(`${pathToFileURL(file)}?${createHash("sha256").update(readFileSync(file)).digest("hex")}`);
}

/** The first sentence below the title, for search engines. */
const firstSentence = (markdown) => (/^# .+\n+([^\n#|`>-][^\n]*)/m.exec(markdown)?.[1] ?? "").replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, "$1").split(/(?<=\.) /)[0];
