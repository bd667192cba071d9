// Luxon's results for every case equal those of the file.
import { deepEqual, equal } from "node:assert/strict";
import test from "node:test";
import { after, before, known, offsets, readFields, readNumber, readText } from "./luxon.mjs";

for (const { text, ...wanted } of known.texts) test(`the text ${JSON.stringify(text)}`, () => deepEqual(readText(text), wanted));

for (const { fields, ...wanted } of known.fields) test(`the fields ${JSON.stringify(fields)}`, () => deepEqual(readFields(fields), wanted));

for (const { number, ...wanted } of known.numbers) test(`the number ${number}`, () => deepEqual(readNumber(number), wanted));

for (const { name, offsets: wanted } of known.zones) test(`the offsets of ${name}`, () => deepEqual(offsets(name), wanted));

test("the file is written as --write writes it", () => {
  const [was, is] = [before, after].map((text) => text.split("\n"));
  const at = is.findIndex((line, nth) => line !== was[nth]);
  equal(was[at], is[at]);
  equal(was.length, is.length);
});
