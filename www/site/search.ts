/** The engine of the search. MiniSearch finds words by their beginnings and with a typing error, and ranks titles first. */
import MiniSearch from "minisearch";
import type { Hit } from "./site";

interface Entry extends Hit {
  words: string;
}
declare const searchEntries: Entry[];

const MOST = 12;
/** Words, and the parts of names: `guardAnthropic` is found by `anthropic` too. */
const tokenize = (text: string) => [...new Set([...text.split(/[^\p{L}\p{N}]+/u), ...text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)])].filter((word) => word.length > 1);

const engine = new MiniSearch<Entry & { id: number }>({
  fields: ["title", "about", "words"],
  tokenize,
  searchOptions: { boost: { title: 4, about: 2 }, prefix: (term) => term.length > 2, fuzzy: (term) => (term.length > 5 ? 0.2 : false) },
});
engine.addAll(searchEntries.map((entry, id) => ({ id, ...entry })));

/** Entries with all words first. The error of a provider may have words that no entry has, so entries with some of them follow. */
globalThis.searchSite = (query) => {
  const all = engine.search(query, { combineWith: "AND" });
  const some = all.length < MOST ? engine.search(query, { boost: { title: 1, about: 1 } }) : [];
  const ids = [...new Set([...all, ...some].map(({ id }) => id as number))];
  const isNamed = (id: number) => searchEntries[id]?.title.toLowerCase() === query.toLowerCase();
  return ids.sort((one, other) => Number(isNamed(other)) - Number(isNamed(one))).slice(0, MOST).map((id) => searchEntries[id] as Hit);
};
