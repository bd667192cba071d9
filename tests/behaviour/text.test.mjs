// The public JSON functions, compared with JSON.parse and canonicalize.
import assert from "node:assert/strict";
import { test } from "node:test";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { EditError, InputError, JsonError, PointerError } from "rethought/errors";
import { canonical, digest, edit, locate, placeAt, scan } from "rethought/json";

const bytes = (text) => new TextEncoder().encode(text);

test("what JSON.parse takes is taken, and what it refuses is refused", () => {
  fc.assert(fc.property(fc.json(), (text) => {
    assert.equal(edit(text, []), text);
    assert.equal(scan(text).kind, scan(bytes(text)).kind);
  }), { numRuns: 300 });
  const cut = fc.tuple(fc.json(), fc.nat(), fc.constantFrom("", "x", ",", "}", '"', "0")).map(([text, at, put]) => text.slice(0, at % (text.length + 1)) + put);
  fc.assert(fc.property(cut.filter((text) => text.isWellFormed()), (text) => {
    const accepted = (call) => { try { call(); return true; } catch { return false; } };
    assert.equal(accepted(() => scan(text)), accepted(() => JSON.parse(text)), text);
  }), { numRuns: 1000 });
});

test("the canonical text is that of RFC 8785 wherever that has one", () => {
  fc.assert(fc.property(fc.json(), (text) => {
    const value = JSON.parse(text);
    assert.equal(canonical(JSON.stringify(value, null, 3)), canonicalize(value));
    assert.equal(digest(text), digest(JSON.stringify(value)));
  }), { numRuns: 500 });
});

test("a pointer leads to what JSON.parse has there", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.array(fc.jsonValue())), (object) => {
    const text = JSON.stringify(object);
    for (const [key, list] of Object.entries(JSON.parse(text))) {
      const pointer = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (!pointer.isWellFormed()) continue;
      assert.deepEqual(JSON.parse(locate(text, pointer).raw), list);
      list.forEach((value, nth) => assert.equal(locate(text, `${pointer}/${nth}`).raw, JSON.stringify(value)));
    }
  }), { numRuns: 300 });
});

test("a change does to the text what it would do to the object", () => {
  fc.assert(fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 8 }), fc.nat(), fc.jsonValue(), (list, pick, value) => {
    const [text, at, json] = [JSON.stringify(list, null, 2), pick % list.length, JSON.stringify(value)];
    const mean = (changes) => JSON.parse(edit(text, changes));
    const parsed = JSON.parse(text);
    const fresh = JSON.parse(json);
    assert.deepEqual(mean([{ op: "replace", pointer: `/${at}`, json }]), parsed.with(at, fresh));
    assert.deepEqual(mean([{ op: "remove", pointer: `/${at}` }]), parsed.toSpliced(at, 1));
    assert.deepEqual(mean([{ op: "insert", pointer: `/${at}`, json }]), parsed.toSpliced(at, 0, fresh));
    assert.deepEqual(mean([{ op: "append", pointer: "", json }, { op: "remove", pointer: `/${at}` }]), [...parsed.toSpliced(at, 1), fresh]);
  }), { numRuns: 300 });
});

test("text gives text and bytes give bytes, and both say the same", () => {
  const text = '\ufeff{"é":[1,2]}';
  assert.equal(edit(text, [{ op: "append", pointer: "/é", json: "3" }]), '\ufeff{"é":[1,2,3]}');
  const changed = edit(bytes(text), [{ op: "append", pointer: "/é", json: bytes("3") }]);
  assert.ok(changed instanceof Uint8Array);
  assert.deepEqual(changed, bytes('\ufeff{"é":[1,2,3]}'));
  assert.equal(locate(text, "/é").raw, "[1,2]");
  assert.deepEqual(locate(bytes(text), "/é").raw, bytes("[1,2]"));
  const view = new Uint8Array(bytes(`xx${text}yy`).buffer, 2, bytes(text).length);
  assert.equal(scan(view).bom, true);
  assert.equal(scan(bytes(text).buffer).kind, "object");
});

test("what comes out is the caller's own, even where a Buffer went in", () => {
  const body = Buffer.from("[1,22]");
  const [same, place] = [edit(body, []), locate(body, "/1")];
  assert.equal(Object.getPrototypeOf(same), Uint8Array.prototype);
  same[1] = place.raw[0] = 120;
  assert.equal(body.toString(), "[1,22]");
});

test("what is not a body is refused before it is read as one", () => {
  for (const body of [undefined, null, 1, true, {}, ["[1]"], [1, 2], () => "[]", Symbol("x")]) assert.throws(() => scan(body), { name: "InputError", code: "E_INPUT" });
  assert.throws(() => scan('["\ud83d"]'), (error) => error instanceof InputError && error.code === "E_LONE_SURROGATE" && error.offset === 2);
  assert.equal(scan('["\\ud83d"]').nodes, 2, "as an escape it is text");
  assert.throws(() => locate("[]", 1), InputError);
  assert.throws(() => placeAt("[]", 1.5), InputError);
  assert.throws(() => edit("[]", {}), InputError);
  assert.throws(() => edit("[]", [null]), InputError);
  assert.throws(() => edit("[]", [{ op: "move", pointer: "", json: "1" }]), { code: "E_INPUT" });
  assert.throws(() => edit("{}", [{ op: "set", pointer: "", json: "1" }]), InputError);
});

test("an error says what, where and why, and is of its class", () => {
  assert.throws(() => scan('{"a":[1,}'), (error) => error instanceof JsonError && error.code === "E_JSON_SYNTAX" && error.offset === 8 && error.name === "JsonError");
  assert.throws(() => scan(new Uint8Array([34, 255, 34])), { code: "E_JSON_UTF8", offset: 1 });
  assert.throws(() => scan("[".repeat(1e6)), { code: "E_JSON_DEPTH", offset: 512 });
  assert.throws(() => scan(new Uint8Array(65 << 20)), { code: "E_JSON_SIZE", name: "JsonError" });
  assert.throws(() => locate("{}", "/a"), (error) => error instanceof PointerError && error.pointer === "/a");
  assert.throws(() => edit("[]", [{ op: "append", pointer: "", json: "{" }]), (error) => error instanceof EditError && error.cause instanceof JsonError);
});

test("the worst body of the largest size is refused within a third of a gibibyte", async () => {
  // "[1,1,1,…": as many values as fit into 64 MiB.
  const body = new Uint8Array(64 << 20).map((_, at) => (at % 2 ? 49 : 44));
  body[0] = 91;
  assert.throws(() => scan(body), { code: "E_JSON_SIZE" });
  const glue = await import("./node_modules/rethought/wasm/glue.js");
  assert.ok(glue.initSync().memory.buffer.byteLength < 350 * 2 ** 20);
});

test("nothing of an input reaches a prototype", () => {
  const text = '{"__proto__":{"isAdmin":true}}';
  assert.equal(edit(text, [{ op: "set", pointer: "", name: "constructor", json: "1" }]), '{"__proto__":{"isAdmin":true},"constructor":1}');
  assert.equal({}.isAdmin, undefined);
  assert.equal(locate(text, "/__proto__/isAdmin").raw, "true");
});
