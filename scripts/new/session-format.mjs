// npm run new -- session-format <name>: a format of recorded sessions that reads one object per line, and its cases.
import { Changes } from "../changes.mjs";
import { Stop } from "../command.mjs";
import { readNames, templatesOf } from "../names.mjs";
import { casesOf } from "./session-format/cases.mjs";

export const usage = "session-format <name>";

const TABLE = "src/sessions/mod.rs";
const CASES = "tests/data/transcripts";
const [UNION, COMMAND, PAGE] = ["pkg-template/sessions/transcript.d.ts", "pkg-template/cli/transcripts.js", "www/views/head/format-names.ts"];

export function make(args, root) {
  const names = readNames(usage, args);
  const changes = new Changes(root);
  if (changes.text(TABLE).includes(`mod ${names.snake};`)) throw new Stop(`src/sessions already has ${names.snake}.`, { todo: "Choose another name." });
  changes.create(`src/sessions/${names.snake}.rs`, templatesOf("session-format", names)("format.rs"));
  changes.insertSorted(TABLE, /^(?:pub )?mod (\w+);$/, `mod ${names.snake};`);
  // A pair is recognized by a request alone, which this format has too: the first match applies.
  changes.insertBefore(TABLE, /^ {4}pairs::/, `    ${names.snake}::FORMAT,`);
  changes.insertInLine(UNION, /^export type TranscriptFormat = .*( \| "unread";)$/, ` | "${names.kebab}"`);
  changes.insertBefore(COMMAND, /^ {2}pairs: /, `  ${keyOf(names.kebab)}: "a session of ${names.title}",`);
  changes.insertBefore(PAGE, /^ {2}cognipeer: /, `  ${keyOf(names.kebab)}: "${names.title} session",`);
  changes.createFolder(`${CASES}/${names.kebab}`, casesOf(names.kebab).flatMap(({ file, text, told }) => [[file, text], [`${file}.told`, told]]));
  return { changes, todo: ["write the members of your format into the reader and the cases", "BLESS=1 cargo test --test rust transcripts::, and read the difference"] };
}

/** Returns a member of an object in JavaScript: quoted if the name has a hyphen. */
const keyOf = (name) => (name.includes("-") ? `"${name}"` : name);
