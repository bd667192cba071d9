// Results of a filter in files: separated from the closing records, and compared by a digest of them all in one order.
import { answers } from "../../../scripts/command.mjs";

const END = '{"rethought":"end"';

/** Returns the digest of all results, sorted, in the files of a pattern. */
export const digestOf = (files) => answers("bash", ["-c", `cat ${files} | grep -vF '${END}' | LC_ALL=C sort | sha256sum`]);

/** Returns the sums of the closing records of the files of a pattern. */
export async function endsOf(files) {
  const ends = (await answers("bash", ["-c", `cat ${files} | grep -F '${END}'`])).split("\n").map((line) => JSON.parse(line));
  const sum = {};
  for (const end of ends) for (const [name, value] of Object.entries(end)) add(sum, name, value);
  return Object.fromEntries(Object.entries(sum).sort());
}

function add(sum, name, value) {
  if (typeof value === "number") sum[name] = (sum[name] ?? 0) + value;
  else if (value !== null && typeof value === "object") for (const [inner, count] of Object.entries(value)) add(sum, `${name}.${inner}`, count);
}
