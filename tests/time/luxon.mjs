// Luxon, the oracle of src/model/time: tests/data/time/cases.json, and Luxon's results for it. Zones are listed with their changes of offset in the
// years 2020 to 2030, so that the Rust test needs no database: cases stay in those years.
import { readFileSync } from "node:fs";
import { DateTime, IANAZone, Settings } from "luxon";

export const file = new URL("../data/time/cases.json", import.meta.url);
export const before = readFileSync(file, "utf8");
export const known = JSON.parse(before);
Settings.now = () => Date.parse(known.now);

const utc = { zone: "utc" };
const forms = ["fromISO", "fromSQL", "fromRFC2822", "fromHTTP"];

const answer = (moment) => {
  const valid = moment?.isValid ?? false;
  const date = valid ? moment.toJSDate() : null;
  return { millis: date ? date.getTime() : null, iso: date ? date.toISOString() : null };
};

export const readText = (text) => answer(forms.map((form) => DateTime[form](text, utc)).find((moment) => moment.isValid));

export const readFields = (fields) => {
  try {
    return answer(DateTime.fromObject(fields, utc));
  } catch {
    return answer(); // incompatible units are thrown, not returned
  }
};

export const offsets = (name) => {
  const zone = IANAZone.create(name);
  const changes = [];
  const hour = 3_600_000;
  for (let at = Date.UTC(2020); at < Date.UTC(2031); at += hour) {
    const offset = zone.offset(at) * 60_000;
    if (changes.at(-1)?.[1] !== offset) changes.push([at, offset]);
  }
  return changes;
};

export const readNumber = (number) => answer(DateTime.fromMillis(number, utc));

const lines = (values) => `[\n${values.map((value) => `    ${ascii(value)}`).join(",\n")}\n  ]`;
const ascii = (value) =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The file with Luxon's results. */
export const after = `{
  "now": ${ascii(known.now)},
  "zones": ${lines(known.zones.map(({ name }) => ({ name, offsets: offsets(name) })))},
  "texts": ${lines(known.texts.map(({ text }) => ({ text, ...readText(text) })))},
  "fields": ${lines(known.fields.map(({ fields }) => ({ fields, ...readFields(fields) })))},
  "numbers": ${lines(known.numbers.map(({ number }) => ({ number, ...readNumber(number) })))},
  "deviations": ${known.deviations.length ? lines(known.deviations) : "[]"}
}
`;
