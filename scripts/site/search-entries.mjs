// The entries that the search of the site finds: rules by id, summary and the errors of providers; sections of guides by their words; calls and types by name.
import { slugOf } from "./markdown.mjs";

/** The entries: `{ path, title, about, words }`, where `about` is shown and `words` is only searched. */
export function searchEntries(pages) {
  return pages.flatMap((page) => (page.card ? [ruleEntry(page)] : page.api ? apiEntries(page) : page.markdown ? guideEntries(page) : []));
}

const ruleEntry = ({ path, card: { id, summary, upstream, wires } }) => ({ path, kind: "rule", title: id, about: summary.replaceAll("`", ""), words: [...upstream, ...wires].join(" ").replace(/\{\w*\}/g, "") });

const apiEntries = ({ path, api, headings }) => headings.filter(({ level }) => level > 2).map(({ text, slug }) => ({ path: `${path}#${slug}`, kind: "API", title: text, about: api, words: "" }));

/** One entry for the page, and one for each of its sections. Only the distinct words of a section are kept. */
function guideEntries({ path, title, markdown }) {
  const [head, ...sections] = markdown.split(/^## /m);
  const entry = (to, name, text) => ({ path: to, kind: "guide", title: name, about: name === title ? "" : title, words: distinctWords(text) });
  return [entry(path, title, head), ...sections.map((text) => {
    const [name, ...rest] = text.split("\n");
    return entry(`${path}#${slugOf(name)}`, name.replaceAll("`", ""), rest.join("\n"));
  })];
}

const distinctWords = (text) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])].join(" ");
