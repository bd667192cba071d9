// npm run new -- wire <name>: a chat with one member for reasoning, its codec, its stream and its cases.
import { Changes } from "../changes.mjs";
import { Stop } from "../command.mjs";
import { readNames, templateFiles, templatesOf } from "../names.mjs";

export const usage = "wire <name>";

const [NAMES, MODULES, TABLE] = ["src/model/target.rs", "src/wires/mod.rs", "src/wires/registry.rs"];
const [UNION, UNION_TEST, SCHEMA] = ["src/api/records/target.rs", "tests/types/exchange.test-d.ts", "src/knowledge/models/tables.schema.json"];
const [TAGS, PATHS, PAGE] = ["src/formats/adk/tag.rs", "pkg-template/batch/summary/transcript.js", "www/session/wires.json"];
const [CASES, COMMAND] = ["tests/data/codecs", "pkg-template/cli/commands/names.js"];

export function make(args, root) {
  const names = readNames(usage, args);
  const [changes, template] = [new Changes(root), templatesOf("wire", names)];
  if (changes.text(MODULES).includes(`mod ${names.snake};`)) throw new Stop(`src/wires already has ${names.snake}.`, { todo: "Choose another name." });
  if (changes.text(NAMES).includes(`"${names.kebab}"`)) throw new Stop(`${names.kebab} is already a wire.`, { todo: "Choose another name." });
  for (const file of ["mod.rs", "stream.rs"]) changes.create(`src/wires/${names.snake}/${file}`, template(file));
  changes.insertSorted(MODULES, /^(?:pub(?:\(crate\))? )?mod (\w+);$/, `mod ${names.snake};`);
  // The plain chats are the least specific, so they are last.
  changes.insertBefore(TABLE, /^ {4}&chat::/, `    &super::${names.snake}::${names.pascal},`);
  changes.insertBefore(NAMES, /^\}$/, `    /// ${names.title}.\n    ${names.shout} = "${names.kebab}",`);
  changes.insertBefore(UNION, /^#\[derive/, `/// - \`${names.kebab}\`: ${names.title}.`);
  changes.insertBefore(UNION, /^\}$/, `    /// ${names.title}.\n    ${names.pascal},`);
  changes.insertBefore(UNION_TEST, /^ {2}\| "openrouter-chat"/, `  | "${names.kebab}"`);
  changes.insertBefore(SCHEMA, /^ {14}"openrouter-chat",$/, `              "${names.kebab}",`);
  changes.insertBefore(TAGS, /^ {4}\(Wire::OPENROUTER_CHAT, "openrouter-/, `    (Wire::${names.shout}, "${names.kebab}-reasoning-v1"),`);
  changes.insertBefore(PATHS, /^ {2}"openrouter-chat": /, `  "${names.kebab}": "${names.kebab}",`);
  changes.insertBefore(COMMAND, /^ {2}"openrouter-chat",$/, `  "${names.kebab}",`);
  changes.insertBefore(PAGE, /^ {2}"openrouter-chat"/, `  "${names.kebab}": { "list": "messages", "model": "body" },`);
  changes.insertInLine("www/site/guides/conversion.md", /^`openai-chat` with the dialects .*`(\.)$/, `, \`${names.kebab}\``);
  changes.createFolder(`${CASES}/${names.kebab}`, templateFiles("wire/cases").map((file) => [file, template(`cases/${file}`)]));
  return { changes, todo: ["write the members of your wire into the codec and the cases", "npm run new -- host, for the host that speaks it", "BLESS=1 cargo test --test rust codecs::, and read the difference"] };
}
