// The work of the page grows with the number of exchanges: steps are counted, nothing is timed.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../../scripts/paths.mjs";

const esbuild = createRequire(join(root, "package.json"))("esbuild");
const { outputFiles } = await esbuild.build({
  stdin: { contents: 'export * from "./views/timeline/columns"; export * from "./open/refresh-schedule";', resolveDir: join(root, "www"), loader: "ts" },
  bundle: true, write: false, format: "esm", target: "es2022", jsx: "automatic", jsxImportSource: "preact", loader: { ".css": "empty" },
});
const { findModelSpans, largestSize, makeColumns, RefreshSchedule, withLabelEnds } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);

const exchange = (nth, more = {}) => ({ nth, record: {}, conversation: `conversation ${nth}`, model: "m", thoughts: [], calls: 0, ...more });

/** Returns objects that count how often one of their members is read. */
function countReads(objects) {
  const counted = { reads: 0 };
  counted.objects = objects.map((object) => new Proxy(object, { get: (target, name) => (counted.reads++, target[name]) }));
  return counted;
}

test("the spans of models cost the same for each exchange, however many conversations there are", () => {
  const readsFor = (count) => {
    const exchanges = countReads(Array.from({ length: count }, (_, nth) => exchange(nth)));
    const spans = countReads(findModelSpans(exchanges.objects));
    assert.equal(withLabelEnds(spans.objects, count).length, count);
    return (exchanges.reads + spans.reads) / count;
  };
  assert.ok(readsFor(20_000) <= readsFor(100) + 1);
});

test("a label has room up to the next label, over the conversations without one", () => {
  const models = ["a", "a", "a", "b", "b", "a"];
  const spans = findModelSpans(models.map((model, nth) => exchange(nth, { model })));
  assert.deepEqual(spans.map(({ from, label, labelEnd }) => [from, label, labelEnd]), [[0, "a", 3], [1, "", 3], [2, "", 3], [3, "b", 5], [4, "", 5], [5, "a", 6]]);
});

test("a column may have more thoughts than a function takes arguments", () => {
  const thoughts = Array.from({ length: 200_000 }, (_, size) => ({ kind: "text", size, signed: false, complete: true }));
  const [column] = makeColumns([exchange(0, { thoughts })], 1);
  assert.equal(largestSize(column.thoughts), 199_999);
});

test("drawing while a transcript is read goes through each exchange a few times, however slowly the exchanges come", () => {
  for (const msPerExchange of [0.01, 1, 1_000]) {
    const count = 20_000;
    const schedule = new RefreshSchedule();
    let drawn = 0;
    for (let read = 1; read <= count; read++) {
      const now = read * msPerExchange;
      if (!schedule.isDue(now, read)) continue;
      drawn += read;
      schedule.planNext(now, read);
    }
    assert.ok(drawn <= 9 * count, `${drawn} exchanges drawn at ${msPerExchange} ms each`);
  }
});

test("the first finding is drawn by the next slice", () => {
  const schedule = new RefreshSchedule();
  schedule.planNext(1_000, 800);
  assert.equal(schedule.isDue(1_399, 5_000), false);
  assert.equal(schedule.isDue(9_000, 899), false);
  assert.equal(schedule.isDue(1_400, 900), true);
  schedule.drawSoon();
  assert.equal(schedule.isDue(1_001, 801), true);
});
