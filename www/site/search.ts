/** The engine of the search. MiniSearch finds words by their beginnings and with a typing error, and ranks titles first. */
import MiniSearch from "minisearch";
import type { Hit } from "./site";

interface Entry extends Hit {
  words: string;
}
declare const searchEntries: Entry[];

const MOST = 12;
/** Names are found by their parts too: `thinking-without-signature` and `guardAnthropic`. */
const tokenize = (text: string) => [text, ...text.split(/[^\p{L}\p{N}]+/u), ...text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)].filter((word) => word.length > 1 && word.length < 60);

const engine = new MiniSearch<Entry & { id: number }>({
  fields: ["title", "about", "words"],
  tokenize,
  searchOptions: { boost: { title: 4, about: 2 }, prefix: (term) => term.length > 2, fuzzy: (term) => (term.length > 5 ? 0.15 : false) },
});
engine.addAll(searchEntries.map((entry, id) => ({ id, ...entry })));

globalThis.searchSite = (query) => engine.search(query).slice(0, MOST).map(({ id }) => searchEntries[id] as Hit);
