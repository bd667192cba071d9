// The names that lines are read by are those of the transcript reader: what it looks for beside them would be overlooked here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { moduleOf } from "../../scripts/load-package.mjs";
import { root } from "../../scripts/paths.mjs";

const { FOREIGN, HTTP, WORDS } = await moduleOf("batch/line-names.js");
const source = (name) => readFileSync(join(root, "src", "sessions", name), "utf8");
/** The strings of a constant of a Rust file. */
const strings = (text, name) => [...new RegExp(`const ${name}:[^=]*=([^;]*);`).exec(text)[1].matchAll(/"([^"]*)"/g)].map(([, word]) => word);
const pairs = source("pairs.rs");
const first = (paths) => [...new Set(paths.map((path) => path.split(".")[0]))];

test("words have the names of the reader, in its order", () => {
  for (const [name, words] of Object.entries(WORDS)) assert.deepEqual(words, strings(pairs, name.toUpperCase()).filter((path) => !path.includes(".")), name);
});

test("every other name that the reader looks for makes a line foreign", () => {
  const own = ["request", "response", "stream", "wire", "url", "custom_id", "method", "body", "status", "headers"];
  const wanted = ["REQUEST", "RESPONSE", "STREAM", "FRAMES", "URL", "STATUS", "TIME", "SESSION", "MODEL", "ASKED", "ANSWERED"].flatMap((name) => first(strings(pairs, name)));
  const known = new Set([...FOREIGN, ...own, ...Object.values(WORDS).flat()]);
  assert.deepEqual([...new Set(wanted)].filter((name) => !known.has(name)), []);
});

test("every member in which the reader looks for the body of an object of HTTP is known", () => {
  const places = first([.../const PLACES[^=]*=([^;]*);/.exec(source("bodies.rs"))[1].matchAll(/\("([^"]*)"/g)].map(([, path]) => path));
  assert.deepEqual(places.filter((name) => !HTTP.has(name)), []);
});
