// Names of models: in the tables, and in the texts of packages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";

export const NAMES = join("src", "knowledge", "models", "names.json");
const TABLES = [NAMES, ...["anthropic", "openai", "google", "vendors"].map((name) => join("src", "knowledge", "models", `${name}.json`)), join("src", "wires", "hosts.json")];

/** Models without reasoning, snapshots with a date, and aliases of a release. */
const OTHERS = /^(?:gemma|llama|allam|ft)|embed|voice|imagine|guard|banana|audio|tts|voxtral|image|realtime|transcribe|live|veo|imagen|moderation|ocr|rerank|canvas|reel|sonic|search-preview|robotics|computer-use|native|customtools|instruct|chat-latest|-latest|-exp|-v\d|@|:|-\d{4}$|-\d{3}$|-0\d-\d\d|\d{4}-?\d\d-?\d\d|-\d\d-20\d\d|-$|\.$/;

const textOf = (file) => readFileSync(join(root, file), "utf8");
/** Returns a name as the tables spell it. Some hosts write a `p` for the point of a version, or the vendor and a point in front. */
export const plain = (name) => name.toLowerCase().replace(/^[a-z]+\.(?=[a-z])/, "").replace(/(\d)p(?=\d)/g, "$1-").replaceAll(".", "-");

/** Returns the names and beginnings of names in the tables, with the files that have them. */
export function tableNames() {
  const found = new Map();
  for (const file of TABLES)
    for (const [, model, list] of textOf(file).matchAll(/"model":"([^"]+)"|name[\^=]([a-z0-9|-]+)/g))
      for (const name of model ? [model] : list.split("|")) if (name && !found.has(name)) found.set(name, file);
  return found;
}

/** Returns the families in the tables: `claude`, `gpt`, `kimi`. The series of OpenAI has a letter alone. */
export const families = () => [...new Set([...tableNames().keys()].map((name) => /^(?:zai-)?[a-z]+/.exec(name)?.[0]).filter((family) => family && family !== "k"))];

/** Returns the pattern of a quoted name of one of the families, with or without its vendor in front. */
function patternOf(all) {
  const many = all.filter((family) => family.length > 1).sort((one, other) => other.length - one.length);
  return new RegExp(`["'\`](?:[\\w.~@-]+[:/])*((?:(?:${many.join("|")})-?[a-z0-9.-]*\\d[a-z0-9.-]*|o\\d(?:-[a-z0-9.-]+)?))["'\`]`, "gi");
}

/** Returns the names of models in the texts of a package. */
export function namesIn({ texts }, all = families()) {
  const pattern = patternOf(all);
  const names = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name.toLowerCase()));
  return new Set(names.filter((name) => !OTHERS.test(name)));
}

/** Returns every word of the texts that may be a name, as the tables spell it. */
export function wordsIn(sources) {
  const words = sources.flatMap(({ texts }) => texts.flatMap((text) => text.toLowerCase().match(/[a-z0-9][a-z0-9.-]*/g) ?? []));
  return new Set(words.map(plain));
}

/** Returns the family of a name. */
export const familyOf = (name) => /^(?:zai-)?[a-z]+/.exec(name)[0];
