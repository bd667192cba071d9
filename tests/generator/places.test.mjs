// CONTRIBUTING.md lists the places of each kind of addition, and the generator writes exactly there.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { loadKinds } from "../../scripts/new.mjs";
import { root } from "../../scripts/paths.mjs";
import { ADDITIONS, argsOf } from "./additions.mjs";
import { listedPlaces, namedPaths, patternOf } from "./contributing.mjs";

const kinds = await loadKinds();
const places = listedPlaces();

test("every kind has a section in CONTRIBUTING.md and an addition here, and no section is about another", () => {
  const names = [...kinds.keys()].sort();
  assert.deepEqual([...places.keys()].sort(), names);
  assert.deepEqual([...new Set(ADDITIONS.map(({ kind }) => kind))].sort(), names);
});

for (const addition of ADDITIONS) {
  test(`${addition.kind} ${addition.name}: the files that are made or changed are those that CONTRIBUTING.md lists`, () => {
    const { usage, make } = kinds.get(addition.kind);
    const { changes } = make(argsOf(addition), root);
    const patterns = places.get(addition.kind).map((place) => [place, patternOf(place, addition, usage)]);
    const paths = [...changes.texts.keys()];
    assert.deepEqual(paths.filter((path) => !patterns.some(([, pattern]) => pattern.test(path))), [], "these are not listed");
    assert.deepEqual(patterns.filter(([, pattern]) => !paths.some((path) => pattern.test(path))).map(([place]) => place), [], "these are listed, and the generator leaves them out");
  });

  test(`${addition.kind} ${addition.name}: nothing is lost in a file that is changed, and every template is filled`, () => {
    for (const [path, text] of kinds.get(addition.kind).make(argsOf(addition), root).changes.texts) {
      assert.doesNotMatch(text, /__(?:kebab|snake|pascal|camel|shout|title)__|\{\{\w+\}\}/, path);
      if (existsSync(join(root, path))) assert.equal(firstLost(readFileSync(join(root, path), "utf8"), text), undefined, path);
    }
  });
}

/** Returns the line of the old text that the new one does not have in its place. A line may grow; white space may change. */
function firstLost(old, text) {
  let at = 0;
  for (const line of old.split("\n")) {
    for (const letter of line.replaceAll(/\s/g, "")) {
      at = text.indexOf(letter, at) + 1;
      if (at === 0) return line;
    }
  }
  return undefined;
}

test("every path that CONTRIBUTING.md names is there", () => {
  const named = namedPaths();
  assert.ok(named.length > 30, `${named.length} paths`);
  assert.deepEqual(named.filter((path) => !existsSync(join(root, path))), []);
});
