// The layout of any body: every byte is in exactly one row, in order.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../../scripts/paths.mjs";
import { randomOf } from "../../random.mjs";

const esbuild = createRequire(join(root, "package.json"))("esbuild");
const { outputFiles } = await esbuild.build({
  stdin: { contents: 'export * from "./rows"; export * from "./lines"; export * from "./find"; export * from "./tokens"; export * from "./handle-ranges";', resolveDir: join(root, "www", "wire"), loader: "ts" },
  bundle: true, write: false, format: "esm", target: "es2022",
});
const { Rows, Lines, findBytes, tokenize, DEPTH, INSIDE, findHandleRanges } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);

const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
function layOut(body, width = 80, handles = []) {
  const rows = new Rows(body, width, handles);
  for (const _ of rows.build()) assert.ok(rows.covered <= body.length && rows.start(rows.length - 1) <= rows.covered);
  return rows;
}
const texts = (rows) => Array.from({ length: rows.length }, (_, row) => decode(rows.body.subarray(rows.start(row), rows.start(row + 1))));

/** Checks the layout: no byte twice, none left out, no character and no escape cut, no row too long. */
function holds(body, width, what) {
  const rows = layOut(body, width);
  if (rows.binary) return rows;
  assert.equal(rows.start(rows.length), body.length, what);
  if (body.length) assert.equal(rows.start(0), 0, what);
  for (let row = 0; row < rows.length; row++) {
    const [start, end] = [rows.start(row), rows.start(row + 1)];
    assert.ok(end > start, `${what}: row ${row} is empty`);
    assert.notEqual(body[start] & 0xc0, 0x80, `${what}: row ${row} begins inside a letter`);
    const folded = rows.folds.filter((fold) => fold.start >= start && fold.start < end).reduce((sum, fold) => sum + fold.end - fold.start, 0);
    assert.ok(end - start - folded <= width + 12 + (folded ? width : 0), `${what}: row ${row} has ${end - start} bytes of ${width}`);
    if (rows.flags(row) & INSIDE) {
      let run = 0;
      while (body[start - 1 - run] === 0x5c) run++;
      assert.equal(run % 2, 0, `${what}: row ${row} begins inside an escape`);
    }
  }
  assert.equal(texts(rows).join(""), decode(body), what);
  return rows;
}

const bodies = [];
for (const name of readdirSync(join(root, "www", "examples")).filter((name) => name.endsWith(".ndjson"))) {
  const text = readFileSync(join(root, "www", "examples", name), "utf8");
  bodies.push([name, text]);
  for (const line of text.trim().split("\n")) {
    const { request, response, stream } = JSON.parse(line);
    for (const [what, body] of Object.entries({ request, response, stream })) if (body) bodies.push([`${name} ${what}`, body], [`${name} ${what}, pretty`, pretty(body)]);
  }
}
function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body.replaceAll("\n", "\r\n");
  }
}

const NASTY = [
  "", " ", "\n", "\n\n", "0", "[", "]", "}{", "{{{{", "]]]]", ",,,,", '"', '""', '"\\', '"\\u', '"\\u12', '"\\u12"', '"\\"', "[1,]", "[,1]", "{,}", "[]", "[ ]", "{}", "{ \n }", "[[[[[]]]]]",
  '{"a":"' + "\\".repeat(999), '"' + "\\\\".repeat(500) + '"', '"' + "\\u00e9".repeat(300) + '"', '"' + "\\ud83d\\ude00".repeat(200) + '"', '"' + "é".repeat(500) + '"', '"' + "😀".repeat(333) + '"', "😀".repeat(333),
  "\ufeff{}", '{"a": 1, "b": 2}', '{"a":1}{"b":2}', "[".repeat(1000) + "]".repeat(1000), " ".repeat(1000), "1".repeat(1000), '"a\nb"c"', '"a\rb"', "event: it's\ndata: {\"a\":\"b\"}\n\n", '{"a":"x"}\n', "a\u2028b", '"\u202e"',
  '{"' + "k".repeat(400) + '":1}', '{"d":"data:image/png;base64,' + "A".repeat(400) + '"}', '{"s":"' + "aB3/".repeat(100) + '","t":"' + "aB3\\/".repeat(100) + '"}', '"' + "A".repeat(5000), '"' + "A".repeat(5000) + " " + '"',
  '["' + "word ".repeat(500) + '"]', '["' + "line\\n".repeat(500) + '"]', "{\"a\":\"\t\"}", '{"a":tru', "nul", '{"' + "A".repeat(300) + "\n" + "A".repeat(300) + '"}',
];
NASTY.forEach((text, nth) => bodies.push([`nasty ${nth}`, text]));

test("every byte is in one row, in order, at every width", () => {
  for (const [what, text] of bodies) for (const width of [32, 40, 80, 160]) holds(encode(text), width, `${what} at ${width}`);
});

test("so it is with bodies cut anywhere, and with bytes thrown in", () => {
  const { below: dice } = randomOf(7);
  let texts = 0;
  for (let nth = 0; nth < 3000; nth++) {
    const body = encode(bodies[dice(bodies.length)][1]).slice();
    const cut = body.subarray(dice(body.length + 1) >> 1, dice(body.length + 1));
    for (let thrown = dice(3); cut.length && thrown--; ) cut[dice(cut.length)] = '{}[],:"\\ \nu'.charCodeAt(dice(11));
    if (!holds(cut, 32 + dice(100), `cut ${nth}`).binary) texts++;
  }
  assert.ok(texts > 2000, `${texts} were text`);
});

test("the same body has the same rows, however often it was left and taken up", () => {
  const body = encode(`[${Array.from({ length: 20_000 }, (_, nth) => JSON.stringify({ nth, text: "é ".repeat(nth % 90) })).join(",")}]`);
  const [one, other] = [layOut(body), layOut(body)];
  assert.equal(one.length, other.length);
  assert.ok(one.length > 65_536, "more than one page");
  for (let row = 0; row < one.length; row++) assert.deepEqual([one.start(row), one.flags(row)], [other.start(row), other.flags(row)]);
  holds(body, 80, "large");
});

test("a body in one line gets its joints, and what is empty stays together", () => {
  const rows = layOut(encode('{"a": 1, "b":[1,{}],"c":[ ],"d":{"e":null}}\n'));
  assert.deepEqual(texts(rows), ["{", '"a": 1, ', '"b":[', "1,", "{}", "],", '"c":[ ],', '"d":{', '"e":null', "}", "}\n"]);
  assert.deepEqual(Array.from({ length: rows.length }, (_, row) => rows.flags(row) & DEPTH), [0, 1, 1, 2, 2, 1, 1, 1, 2, 1, 0]);
});

test("a body with lines of its own keeps them", () => {
  assert.deepEqual(texts(layOut(encode('{\n  "a": [1, 2],\r\n\n}\n'))), ["{\n", '  "a": [1, 2],\r\n', "\n", "}\n"]);
});

test("long strings break after a word or a line, and inside neither a letter nor an escape", () => {
  const rows = layOut(encode(`["${"some words ".repeat(40)}","${"\\u00e9".repeat(60)}"]`), 64);
  const inside = texts(rows).filter((_, row) => rows.flags(row) & INSIDE);
  assert.ok(inside.length > 10);
  for (const text of inside.slice(0, 6)) assert.match(text, /^(some|words)/);
});

test("what nobody can read is one fold in one row, however long", () => {
  const seal = "aB3/x+_-".repeat(4000);
  const rows = layOut(encode(JSON.stringify({ signature: seal, text: "short", image: `data:image/png;base64,${seal}`, words: "no seal ".repeat(90) })));
  assert.deepEqual(rows.folds.map(({ start, end }) => decode(rows.body.subarray(start, end))), [seal, `data:image/png;base64,${seal}`]);
  assert.equal(texts(rows).filter((text) => text.includes(seal)).length, 2);
});

test("handles fold whatever they look like", () => {
  const body = encode('{"thinking":"…","signature":"EswB…masked by a logger, and long enough to be folded"}');
  const handle = "EswB…masked by a logger, and long enough to be folded";
  const handles = findHandleRanges(body, [{ start: 0, end: body.length, handles: [handle] }]);
  assert.deepEqual(layOut(body, 80, handles).folds.map(({ start, end }) => decode(body.subarray(start, end))), [handle]);
});

test("unfolded lines cover every byte too, and a byte is found in its line", () => {
  const escaped = `${"aB3\\/".repeat(90)}${"\\u003d".repeat(40)}`;
  const body = encode(`{"a":"${"Zz9=".repeat(300)}","b":"${escaped}","c":1}`);
  const rows = layOut(body, 40);
  assert.equal(rows.folds.length, 2);
  for (const open of [[], [0], [1], [0, 1]]) {
    const lines = new Lines(rows, new Set(open.map((nth) => rows.folds[nth].start)));
    let at = 0;
    for (let line = 0; line < lines.length; line++) {
      assert.equal(lines.start(line), at);
      for (const end = line + 1 < lines.length ? lines.start(line + 1) : body.length; at < end; at++) assert.equal(lines.at(at), line);
      if (line && lines.flags(line) & INSIDE) assert.notEqual(body[at - 1], 0x5c, "an escape is cut");
    }
    assert.equal(at, body.length);
  }
});

test("what is not UTF-8, or has a zero in it, has no rows", () => {
  for (const bytes of [[0xff], [0x7b, 0x80, 0x7d], [0x41, 0], [0xc3], [...encode("a".repeat(40_000)), 0xe2, 0x82]]) assert.ok(layOut(Uint8Array.from(bytes)).binary);
  assert.ok(!layOut(encode("é".repeat(100_000))).binary);
});

test("find sees every match, in both cases or in one", () => {
  const places = (text, needle, exact) => {
    const found = [];
    for (const _ of findBytes(encode(text), encode(needle), exact, found));
    return found;
  };
  assert.deepEqual(places("abcABCabc", "abc", false), [0, 3, 6]);
  assert.deepEqual(places("abcABCabc", "abc", true), [0, 6]);
  assert.deepEqual(places("aaaa", "aa", true), [0, 2]);
  assert.deepEqual(places("ÄÄä", "Ä", false), [0, 2]);
  assert.deepEqual(places("abc", "", false), []);
  assert.deepEqual(places("x".repeat(200_000) + "y", "Y", false), [200_000]);
});

test("the tokens of a row cover it, and a key is distinguished from a string", () => {
  for (const [what, text] of bodies) {
    const rows = layOut(encode(text), 48);
    for (let row = 0; row < rows.length; row++) {
      let at = rows.start(row);
      for (const token of tokenize(rows.body, rows.start(row), rows.start(row + 1), rows.flags(row), rows.folds)) {
        assert.equal(token.start, at, what);
        assert.ok(token.end > at, what);
        at = token.end;
      }
      assert.equal(at, rows.start(row + 1), what);
    }
  }
  const body = encode('{"a" :"b",1.5e3,true}');
  assert.deepEqual(tokenize(body, 0, body.length, 0, []).map(({ start, end, kind }) => [decode(body.subarray(start, end)), kind]), [
    ["{", ""], ['"a"', "key"], [" :", ""], ['"b"', "string"], [",", ""], ["1.5e3", "number"], [",", ""], ["true", "word"], ["}", ""],
  ]);
});
