// An example in a report: its place, and how to see it.
import { quoted } from "../../cli/quoted.js";
import { printable } from "../../text/printable.js";
import { rawId } from "./example.js";

/** Returns the row of an example. `address` opens it in the inspector. Without an address, the row has a command that shows its line. */
export function exampleRow(example, address) {
  const { line, byte, file, source, model, host, time, pointer, code } = example;
  const raw = rawId(example);
  const rows = { label: printable(raw === undefined ? placeOf(example) : String(example.id ?? raw)), model, host, time, pointer, code, from: file ?? source };
  const texts = Object.fromEntries(Object.entries(rows).filter(([, text]) => text).map(([name, text]) => [name, printable(text)]));
  return { ...texts, ...(address ? { address } : { command: commandFor({ raw, line, byte, file, code }) }) };
}

const placeOf = ({ line, byte }) => (line === undefined ? `byte ${byte ?? "?"}` : `line ${line}`);

/** Returns the command that shows the line of an example, in the inspector if it could be read; undefined if its id cannot be typed. */
function commandFor({ raw, line, byte, code, file = "traces.ndjson" }) {
  if (printable(raw ?? "") !== (raw ?? "") || printable(file) !== file) return undefined;
  const command = lineCommand({ raw, line, byte }, quoted(file.startsWith("-") ? `./${file}` : file));
  return command && `${command}${code === undefined ? " | rethought inspect -" : ""}`;
}

function lineCommand({ raw, line, byte }, input) {
  if (raw !== undefined) return `grep -E -m 1 -e ${quoted(`"(custom_)?id" *: *${raw.replaceAll(SPECIAL, "\\$&")}`)} ${input}`;
  if (line !== undefined) return `sed -n ${line}p ${input}`;
  return byte === undefined ? undefined : `tail -c +${byte + 1} ${input} | head -n 1`;
}

/** The characters that have a meaning in a pattern of grep. */
const SPECIAL = /[.[\]*^$()+?{}|\\]/g;
