// An example in a report: where it is, and how to see it.
import { quoted } from "../../cli/quoted.js";
import { printable } from "../../printable.js";
import { rawId } from "./example.js";

/** The row of an example. `address` opens it in the inspector; without one the row has a command that shows its line. */
export function exampleRow(example, address) {
  const { line, byte, file, source, model, host, time, pointer, code } = example;
  const raw = rawId(example);
  const rows = { label: printable(raw === undefined ? placeOf(example) : String(example.id ?? raw)), model, host, time, pointer, code, from: file ?? source };
  const texts = Object.fromEntries(Object.entries(rows).filter(([, text]) => text).map(([name, text]) => [name, printable(text)]));
  return { ...texts, ...(address ? { address } : { command: commandFor({ raw, line, byte, file }) }) };
}

const placeOf = ({ line, byte }) => (line === undefined ? `byte ${byte ?? "?"}` : `line ${line}`);

/** The command that shows the line of an example; undefined if its id cannot be typed. */
function commandFor({ raw, line, byte, file = "traces.ndjson" }) {
  if (printable(raw ?? "") !== (raw ?? "") || printable(file) !== file) return undefined;
  const input = quoted(file.startsWith("-") ? `./${file}` : file);
  const inspect = "rethought inspect -";
  if (raw !== undefined) return `grep -F -m 1 -e ${quoted(`"id":${raw}`)} ${input} | ${inspect}`;
  if (line !== undefined) return `sed -n ${line}p ${input} | ${inspect}`;
  return byte === undefined ? undefined : `tail -c +${byte + 1} ${input} | head -n 1 | ${inspect}`;
}
