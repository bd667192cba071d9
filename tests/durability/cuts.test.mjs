// A file that ends at any byte, which no kill can produce: it is read, continued as documented, and read again.
import { equal } from "node:assert/strict";
import test from "node:test";
import { Ledger } from "rethought";
import { TARGET, exchange, following } from "./exchanges.mjs";

/** Small ones, since every byte is tried. */
const [EXCHANGES, WORDS] = [2, 2];

/** Returns the problem of a file with this end, or nothing. */
function cut(start, form, complete, lines) {
  const found = Ledger.fromJSON(start, { form });
  if (found.length !== complete) return `${found.length} exchanges of ${complete}`;
  if (found.form !== form) return `it is ${found.form}`;
  if (found.unsaved() !== "" && complete) return "what was read is not saved";
  const next = exchange(EXCHANGES, WORDS);
  const again = Ledger.fromJSON(start, { form });
  if (!again.record(next)) return "the next exchange is not taken";
  const grown = Buffer.concat([start, Buffer.from(again.unsaved())]);
  // The file has the format by now.
  const read = Ledger.fromJSON(grown);
  if (read.form !== form) return `it is ${read.form} when it has grown`;
  if (read.text() !== again.text()) return "it is another when it has grown";
  if (read.length !== complete + 1 || read.torn !== again.torn) return `${read.length} exchanges and ${read.torn} torn when it has grown`;
  if (lines.slice(0, complete).some((line) => !read.text().includes(line.trimEnd()))) return "a line is not as it was written";
  const { verdict } = read.audit(following(EXCHANGES + 1, WORDS), TARGET);
  return verdict === "accepted" || complete < EXCHANGES ? undefined : `the next request is ${verdict}`;
}

for (const form of ["full", "digests"]) {
  const ledger = new Ledger({ form });
  const [lines, ends] = [[], []];
  for (let nth = 0; nth < EXCHANGES; nth++) {
    ledger.record(exchange(nth, WORDS));
    lines.push(...ledger.unsaved().match(/.*\n/g));
    // A line without its line feed is whole.
    ends.push(Buffer.from(lines.join("")).length - 1);
  }
  const file = Buffer.from(lines.join(""));
  for (let end = 0; end <= file.length; end++) {
    test(`a file of ${form}, cut at ${end} of ${file.length}`, () => equal(cut(file.subarray(0, end), form, ends.filter((whole) => whole <= end).length, lines.slice(1)), undefined));
  }
}
