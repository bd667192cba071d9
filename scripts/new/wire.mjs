// npm run new -- wire <name>: a chat with one member for reasoning, its codec, its stream and its cases.
import { readdirSync, readFileSync } from "node:fs";
import { Changes } from "../changes.mjs";
import { Stop } from "../command.mjs";
import { filled, readNames } from "../names.mjs";

export const usage = "wire <name>";

const [NAMES, MODULES, TABLE] = ["src/model/target.rs", "src/wires/mod.rs", "src/wires/registry.rs"];
const [UNION, UNION_TEST, PAGE] = ["src/wasm/types/exchange.rs", "tests/types/exchange.test-d.ts", "www/session/wires.json"];

export function make(args, root) {
  const names = readNames(usage, args);
  const changes = new Changes(root);
  changes.ensureFree(`tests/data/codecs/${names.kebab}`);
  if (changes.text(MODULES).includes(`mod ${names.snake};`)) throw new Stop(`src/wires has «${names.snake}» already.`, { todo: "Choose another name." });
  if (changes.text(NAMES).includes(`"${names.kebab}"`)) throw new Stop(`«${names.kebab}» is a wire already.`, { todo: "Choose another name." });
  for (const file of ["mod.rs", "stream.rs"]) changes.create(`src/wires/${names.snake}/${file}`, templateOf(file, names));
  changes.insertSorted(MODULES, /^(?:pub(?:\(crate\))? )?mod (\w+);$/, `mod ${names.snake};`);
  // The plain chats are the least telling, and stand last.
  changes.insertBefore(TABLE, /^ {4}&chat::/, `    &super::${names.snake}::${names.pascal},`);
  changes.insertBefore(NAMES, /^\}$/, `    /// ${names.title}.\n    ${names.shout} = "${names.kebab}",`);
  changes.insertBefore(UNION, /^#\[derive/, `/// - \`${names.kebab}\`: ${names.title}.`);
  changes.insertBefore(UNION, /^\}$/, `    /// ${names.title}.\n    ${names.pascal},`);
  changes.insertBefore(UNION_TEST, /^ {2}\| "openrouter-chat"/, `  | "${names.kebab}"`);
  changes.insertBefore(PAGE, /^ {2}"openrouter-chat"/, `  "${names.kebab}": { "list": "messages", "model": "body" },`);
  for (const file of readdirSync(new URL("wire/cases", import.meta.url), { recursive: true }).filter((path) => path.includes(".")).sort()) {
    changes.create(`tests/data/codecs/${names.kebab}/${file}`, templateOf(`cases/${file}`, names));
  }
  return { files: changes.write(`tests/data/codecs/${names.kebab}`), todo: ["write the members of your wire into the codec and the cases", "BLESS=1 cargo test --test rust codecs::, and read the difference"] };
}

const templateOf = (file, names) => filled(readFileSync(new URL(`wire/${file}`, import.meta.url), "utf8"), names);
