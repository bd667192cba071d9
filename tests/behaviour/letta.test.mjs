// Letta's records by the public calls: over the case folders of tests/data/letta, and over every body of the codecs.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { decode, readRequest, StreamDecoder } from "rethought";
import { InputError, ShapeError, TimeError } from "rethought/errors";
import * as letta from "rethought/letta";
import { CASES, text } from "./cases.mjs";

const FOLDER = new URL("./letta/", import.meta.url).pathname;
const ID = "message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6";
const date = "2026-11-15T02:08:33Z";
const ajv = new Ajv({ allErrors: true, formats: { "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/ } });
ajv.addSchema(JSON.parse(readFileSync(join(FOLDER, "schema.json"), "utf8")));
const valid = (name, values, about) => {
  const validate = ajv.getSchema(`letta#/$defs/${name}`);
  for (const value of values) assert.ok(validate(value), `${about}: ${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`);
};

/** The call of the package for a question, and the place of the list in its answer. */
const CALLS = {
  export: (body, { target, envelope }) => letta.export(body, target, envelope),
  project: (body, { envelope }) => ({ ...letta.project(body, envelope), content: [] }),
  import: (body) => letta.import(body),
  replay: (body, { target, from }) => ({ blocks: letta.replay(body, target, { from }) }),
  after: (body, { cursor }) => letta.after(body, cursor),
  repeats: (body) => ({ repeats: letta.repeats(body) }),
  update: (body, { id, reasoning }) => letta.update(body, id, reasoning),
};
/** The package adds the text of a thought, and makes the thought itself of the payload. */
const bare = (key, value) => (["text", "payload"].includes(key) ? undefined : value);

test("every case of tests/data/letta is answered the same in the package, as text, as bytes and parsed", () => {
  let count = 0;
  for (const { name } of readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const [body, asked, wanted] = ["in.json", "ask.json", "out.json"].map((file) => readFileSync(join(FOLDER, name, file), "utf8").trim());
    const { question, unfinished, ...options } = JSON.parse(asked);
    // Only a turn of a stream names its unfinished parts.
    if (unfinished) continue;
    const forms = [body, new TextEncoder().encode(body), ...(question === "export" ? [] : [JSON.parse(body)])];
    for (const form of forms) {
      count += 1;
      if (!wanted.startsWith("{")) {
        const [code, pointer] = wanted.split(" ");
        // A date is read before anything crosses, and then has no pointer.
        assert.throws(() => CALLS[question](form, options), (error) => error.code === code && (error.pointer ?? pointer) === pointer, name);
        continue;
      }
      const { edits, ...answer } = JSON.parse(wanted);
      const { records, ...given } = CALLS[question](form, options);
      assert.deepEqual(JSON.parse(JSON.stringify(given, bare)), JSON.parse(JSON.stringify(answer, bare)), name);
      assert.equal(edits === undefined, records === undefined, name);
    }
  }
  assert.ok(count > 100, String(count));
});

test("every thought of every body is valid by Letta's schema, as a message and as a content part", () => {
  let count = 0;
  for (const { name, wire, body, next } of CASES) {
    const exported = letta.export(body, wire, { date });
    valid("Message", exported.messages, name);
    valid("Content", exported.content, name);
    assert.deepEqual(letta.export(decode(body, wire), undefined, { date }), exported, name);
    assert.deepEqual(letta.export(text(body), wire, { date }), exported, name);
    assert.equal(exported.fates.length, decode(body, wire).thoughts.length, name);
    const again = letta.export(next, wire, { date });
    valid("Message", again.messages, name);
    count += exported.messages.length;
  }
  assert.ok(count > 150, String(count));
});

test("the schema can refuse", () => {
  const validate = ajv.getSchema("letta#/$defs/Message");
  const least = { id: "m", date: "2026-11-15T02:08:33+00:00", reasoning: "" };
  assert.ok(validate(least));
  for (const wrong of [{ date: "2026-11-15" }, { reasoning: null }, { source: "human" }, { seq_id: 1.5 }, { wire: "x" }, { message_type: "reasoning" }, { state: "omitted" }])
    assert.ok(!validate({ ...least, ...wrong }), JSON.stringify(wrong));
});

test("a turn is put together again, byte for byte, from the messages and from what is no reasoning", () => {
  const body = readFileSync(join(FOLDER, "export-neighbours-stay-apart", "in.json"), "utf8").trim();
  const { messages, content, fates } = letta.export(body, "anthropic-messages", { id: ID, date });
  // The first has an escape that a parse changes: all of it is restored, in another spelling.
  assert.ok(fates.every(({ fate, stored }, nth) => [fate, stored].every((word) => word === (nth ? "verbatim" : "routed"))));
  const parts = decode(body).parts.map(({ raw, thought }) => (thought ? undefined : raw));
  // Through a store that parses and writes again: only the strings count.
  for (const { block, place } of letta.replay(JSON.stringify(JSON.parse(JSON.stringify(messages))), "anthropic-messages")) parts[place] = block;
  assert.equal(`[${parts.join(",")}]`, JSON.stringify(JSON.parse(body).content));
  assert.deepEqual(letta.replay(content, "anthropic-messages").map(({ block }) => JSON.parse(block)), JSON.parse(body).content.filter(({ type }) => /thinking/.test(type)));
});

test("items of Responses come back whole from content parts, and say what messages lose", () => {
  const body = readFileSync(join(FOLDER, "export-items-of-responses", "in.json"), "utf8").trim();
  const { content, messages } = letta.export(body, "openai-responses");
  const items = decode(body, "openai-responses").thoughts.map(({ raw }) => raw);
  assert.deepEqual(letta.replay(content, "openai-responses").map(({ block }) => JSON.parse(block)), items.map((item) => JSON.parse(item)));
  assert.deepEqual(letta.replay(messages, "openai-responses").map(({ fate }) => fate), ["degraded", "degraded", "elided", "degraded"]);
  assert.deepEqual(letta.import(messages).thoughts.map(({ handle }) => handle), ["gAAA1==", "gAAA2==", undefined, "gAAA4=="]);
});

test("a thought that a stream cut off is exported without its handle", () => {
  const decoder = new StreamDecoder("anthropic-messages");
  const events = [
    { type: "message_start", message: { id: "m", type: "message", role: "assistant", content: [] } },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm" } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "Eq" } },
  ];
  for (const event of events) decoder.push(new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
  const { messages, fates } = letta.export(decoder.finish().turn, undefined, { date });
  assert.deepEqual([messages[0].reasoning, messages[0].signature, fates[0].fate], ["Hm", undefined, "elided"]);
});

test("ids are derived by Letta's rule, and a bad place is refused in its words", () => {
  for (const [index, end] of [[0, "580"], [1, "581"], [5, "585"], [127, "5ff"]]) assert.equal(letta.otid(ID, index), `9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e${end}`);
  assert.equal(letta.otid(ID, -1), ID);
  for (const index of [128, -2, 0.5, NaN, "1", undefined])
    assert.throws(() => letta.otid(ID, index), (error) => error instanceof InputError && error.message.startsWith("Index must be between 0 and 127") && error.pointer === "/index");
  assert.throws(() => letta.otid("message-1", 0), { code: "E_INPUT", pointer: "/id" });
});

test("an update costs what it replaces, and nothing else changes", () => {
  const list = '[ {"id":"m1","date":"2026-11-15T02:08:33Z","message_type":"reasoning_message","source":"reasoner_model","reasoning":"old","signature":"S1","n":1.0}, {"id":"m2","date":"2026-11-15T02:08:33Z","reasoning":"\\u00e9","signature":"S2"} ]';
  const { records, invalidated } = letta.update(list, "m1", 'new "é"');
  assert.equal(records, '[ {"id":"m1","date":"2026-11-15T02:08:33Z","message_type":"reasoning_message","source":"non_reasoner_model","reasoning":"new \\"é\\"","n":1.0}, {"id":"m2","date":"2026-11-15T02:08:33Z","reasoning":"\\u00e9","signature":"S2"} ]');
  assert.deepEqual(invalidated.map(({ pointer, handle, text }) => [pointer, handle, text]), [["/0", "S1", "old"]]);
  assert.ok(letta.update(new TextEncoder().encode(list), "m1", "x").records instanceof Uint8Array);
  const parsed = JSON.parse(list);
  assert.equal(letta.update(parsed, "m2", "x").records[1].reasoning, "x");
  assert.equal(parsed[1].reasoning, "é", "the caller's own is not touched");
});

test("what is wrong is said, with its place", () => {
  const body = '{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"S"}]}';
  const refused = (run, Class, pointer) => assert.throws(run, (error) => error instanceof Class && error.pointer === pointer);
  refused(() => letta.export(body), InputError, "/date");
  refused(() => letta.export(body, undefined, { date: "soon" }), TimeError, undefined);
  refused(() => letta.export(body, undefined, { date, id: 7 }), InputError, "/id");
  refused(() => letta.export(body, undefined, { date, seq_id: -1 }), InputError, "/seq_id");
  refused(() => letta.export(body, undefined, { date, is_err: "no" }), InputError, "/is_err");
  refused(() => letta.export("{}", undefined, { date }), InputError, "/wire");
  refused(() => letta.import([{ message_type: "reasoning_message", id: "m" }]), ShapeError, "/0/date");
  refused(() => letta.import([{ message_type: "reasoning_message", id: "m", date }]), ShapeError, "/0/reasoning");
  refused(() => letta.import({ items: [{ message_type: "reasoning_message", id: 7, date, reasoning: "" }] }), ShapeError, "/items/0/id");
  refused(() => letta.after([], 0.5), InputError, "/cursor");
  assert.throws(() => letta.import(7), InputError);
  assert.throws(() => letta.import(null), InputError);
  assert.equal(readRequest('{"max_tokens":1,"messages":[]}').entries.length, 0);
});
