// Every text, number and set of parts that the Rust tests compare with Luxon, in the shipped package and in Luxon itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DateTime } from "luxon";
import { readTime } from "rethought/adk";

const cases = JSON.parse(readFileSync(new URL("./time-cases.json", import.meta.url)));
// The current time is fixed for both: a text or object without a date means this day.
Date.now = () => Date.parse(cases.now);
const ours = (value) => { try { return Date.parse(readTime(value)); } catch (error) { assert.equal(error.code, "E_TIME"); return null; } };
const FORMS = ["fromISO", "fromSQL", "fromRFC2822", "fromHTTP"];

function theirs(value) {
  if (typeof value !== "string") return DateTime.fromObject(value, { zone: "utc" });
  for (const form of FORMS) {
    const read = DateTime[form](value, { zone: "utc" });
    if (read.isValid) return read;
  }
  return DateTime.invalid("no form");
}

test("the shipped package reads what Luxon reads, live and in another zone than UTC", () => {
  assert.ok(cases.texts.length >= 160);
  for (const { text } of cases.texts) {
    const luxon = theirs(text);
    assert.equal(ours(text), luxon.isValid ? luxon.toMillis() : null, text);
  }
});

test("parts of dates too", () => {
  for (const { fields } of cases.fields) {
    // The one deviation: an object without any part is the present for Luxon, and an error here.
    if (Object.keys(fields).length === 0) continue;
    let luxon = null;
    try { luxon = theirs(fields); } catch { /* Luxon throws on units that cannot be combined. */ }
    assert.equal(ours(fields), luxon?.isValid ? luxon.toMillis() : null, JSON.stringify(fields));
  }
});

test("an object that is not a time is refused, not read as the present", () => {
  for (const value of [{}, [], new Map(), { getTime: () => 0 }]) assert.throws(() => readTime(value), { code: "E_TIME" });
});

test("named zones are those of the engine", () => {
  for (const zone of ["America/New_York", "Europe/London", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "Not/AZone"]) {
    for (const local of ["2026-01-15 12:00:00", "2026-07-15 12:00:00", "2026-03-29 02:30:00", "1900-01-01 00:00:00", "0005-01-01 00:00:00"]) {
      const text = `${local} ${zone}`;
      const luxon = theirs(text);
      assert.equal(ours(text), luxon.isValid ? luxon.toMillis() : null, text);
    }
  }
});
