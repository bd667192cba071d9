// npm run new -- transcript <name>: a format of transcripts that reads one object a line, and its cases.
import { readFileSync } from "node:fs";
import { Changes } from "../changes.mjs";
import { Stop } from "../command.mjs";
import { filled, readNames } from "../names.mjs";
import { casesOf } from "./transcript/cases.mjs";

export const usage = "transcript <name>";

const TABLE = "src/sessions/mod.rs";

export function make(args, root) {
  const names = readNames(usage, args);
  const changes = new Changes(root);
  changes.ensureFree(`tests/data/transcripts/${names.kebab}`);
  if (changes.text(TABLE).includes(`mod ${names.snake};`)) throw new Stop(`src/sessions has «${names.snake}» already.`, { todo: "Choose another name." });
  changes.create(`src/sessions/${names.snake}.rs`, filled(readFileSync(new URL("transcript/format.rs", import.meta.url), "utf8"), names));
  changes.insertSorted(TABLE, /^(?:pub )?mod (\w+);$/, `mod ${names.snake};`);
  // A pair is known by a request alone, which this format has too: the first that fits is taken.
  changes.insertBefore(TABLE, /^ {4}pairs::/, `    ${names.snake}::FORMAT,`);
  for (const { file, text, told } of casesOf(names.kebab)) {
    changes.create(`tests/data/transcripts/${names.kebab}/${file}`, text);
    changes.create(`tests/data/transcripts/${names.kebab}/${file}.told`, told);
  }
  return { files: changes.write(`tests/data/transcripts/${names.kebab}`), todo: ["write the members of your format into the reader and the cases", "BLESS=1 cargo test --test rust transcripts::, and read the difference"] };
}
