// No text for people has a forbidden word.
import { deepEqual, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/paths.mjs";
import { chainsOf, longSentences, ownWords, unwantedWords } from "../voice.mjs";
import { AREAS } from "./voice-texts.mjs";

const { unfinished, exceptions } = JSON.parse(readFileSync(join(root, "tests/data/voice/words.json"), "utf8"));

for (const [area, texts] of Object.entries(AREAS))
  test(`${area}: no word that we do not use`, (t) => {
    ok(texts.length > 3, "there are no texts to check");
    const hits = texts.flatMap(({ file, text }) => unwantedWords(text, file).map((hit) => ({ file, ...hit })));
    const late = unfinished.filter((one) => one.area === area);
    const open = hits.filter(({ file }) => !late.some(({ below = "" }) => file.startsWith(below)));
    if (hits.length > open.length) t.diagnostic(`${hits.length - open.length} hits in files that are not rewritten yet`);
    deepEqual(open.map(({ file, word, write, sentence }) => `${file}: "${word}" (write: ${write}) in: ${sentence.replace(/\s+/g, " ").slice(0, 160)}`), []);
  });

for (const area of ["documentation", "types of the package", "types of the records"])
  test(`${area}: no sentence of more than 25 words`, () => {
    const long = AREAS[area].flatMap(({ file, text }) => longSentences(text).map((sentence) => `${file}: ${sentence.replace(/\s+/g, " ")}`));
    deepEqual(long, []);
  });

test("documentation: no chain of semicolons", () => {
  deepEqual(AREAS.documentation.flatMap(({ file, text }) => chainsOf(text).map((sentence) => `${file}: ${sentence.replace(/\s+/g, " ")}`)), []);
});

test("every exception has a reason, and is still needed", () => {
  const texts = Object.values(AREAS).flat();
  for (const exception of exceptions) {
    ok(exception.reason?.length > 10, `${exception.text} has no reason`);
    const isThere = texts.some(({ file, text }) => (exception.in === undefined || file.includes(exception.in)) && ownWords(text).includes(exception.text));
    ok(isThere, `${exception.text} is not in any text: remove the exception`);
  }
});
