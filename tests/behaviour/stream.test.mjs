// The public streams: any division gives the same result, and a trap in any call loses nothing.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { decodeStream, StreamDecoder } from "rethought";
import { InputError, JsonError } from "rethought/errors";
import * as glue from "./node_modules/rethought/wasm/glue.js";
import { guarded } from "./node_modules/rethought/wasm/recover.js";
import { CASES, text } from "./cases.mjs";

const STREAMS = CASES.filter(({ stream }) => stream);
const die = guarded(glue.__trap);
const SSE = text(STREAMS.find(({ name }) => name === "anthropic-messages/streamed").stream);

/** Reads a stream in pieces of a size. Returns its events, and the result as plain data. */
function read(target, stream, size, between = () => {}) {
  const decoder = new StreamDecoder(target);
  const events = [];
  for (let at = 0; at < stream.length; at += size) {
    events.push(...decoder.push(stream.slice(at, at + size)));
    between();
  }
  const { turn, events: rest, ...result } = decoder.finish();
  return { ...result, events: events.concat(rest), turn: turn.toJSON(), unfinished: turn.unfinished };
}

test("every stream comes to its body.json, in pieces of any size, as bytes or as text", () => {
  for (const { name, wire, stream, body, isText } of STREAMS) {
    const whole = read(wire, stream, Infinity);
    assert.deepEqual(whole.body, body, name);
    for (const size of [1, 7]) assert.deepEqual(read(wire, stream, size), whole, `${name} in pieces of ${size}`);
    if (!isText) continue;
    const asText = { ...whole, body: text(body) };
    for (const size of [1, 7, Infinity]) assert.deepEqual(read({ wire }, text(stream), size), asText, `${name} as text in pieces of ${size}`);
  }
});

test("the wire is recognised by the first event that shows it, wherever it is cut", () => {
  // Their first events look like another wire of the same family, whose streams are assembled alike.
  const elsewhere = { "mistral-chat/streamed": "openai-chat", "openai-chat/snapshots-in-place-of-pieces": "openrouter-chat" };
  for (const { name, wire, stream, body } of STREAMS) {
    const told = read(undefined, stream, Infinity);
    assert.equal(told.turn.wire, elsewhere[name] ?? wire, name);
    assert.deepEqual(told.body, body, name);
    for (const size of [1, 7]) assert.deepEqual(read(undefined, stream, size), told, `${name} in pieces of ${size}`);
  }
  const silent = SSE.slice(SSE.indexOf("event: content_block_start"), SSE.indexOf("event: content_block_stop"));
  assert.throws(() => read(undefined, silent, 7), InputError);
  assert.equal(read({ url: "https://api.anthropic.com/v1/messages" }, silent, 7).events[0].type, "thinking_delta", "or from the address");
});

test("a surrogate pair may be cut in two between strings, and in two between events", () => {
  const line = (text) => `{"message":{"content":"${text}"},"done":false}\n`;
  const decoder = new StreamDecoder("ollama-chat");
  const said = [...line("😀"), ...line("\\ud83d"), ...line("\\ude00")].join("").split("").flatMap((unit) => decoder.push(unit));
  assert.equal(said.map((event) => event.text).join(""), "😀😀");
  assert.equal(decoder.finish().turn.text, "😀😀");
  const cut = new StreamDecoder("ollama-chat");
  cut.push(`${line("a")}{"message":{"content":"\ud83d`);
  assert.throws(() => cut.push(new Uint8Array([10])), { code: "E_LONE_SURROGATE" });
  const { turn, unread } = cut.finish();
  assert.deepEqual([turn.text, unread], ["a", ['{"message":{"content":"\ufffd']]);
  assert.throws(() => new StreamDecoder("ollama-chat").push("a\ud83db"), { code: "E_LONE_SURROGATE" });
});

test("an error inside a stream is an event and part of the result, and what is not JSON is kept", () => {
  const error = { type: "error", error: { type: "overloaded_error", message: "no" } };
  const { events, ...result } = read(undefined, `${SSE.slice(0, SSE.indexOf("event: content_block_stop"))}data: {oops\n\nevent: error\ndata: ${JSON.stringify(error)}\n\n`, 7);
  assert.deepEqual([events.at(-1), result.error, result.ended, result.unread, result.unfinished], [{ type: "error", error }, error, false, ["{oops"], ["/content/0"]]);
});

test("misuse is an error with its place", () => {
  assert.throws(() => new StreamDecoder("acme"), { name: "InputError", pointer: "/wire" });
  const decoder = new StreamDecoder();
  for (const chunk of [undefined, 7, {}, [1]]) assert.throws(() => decoder.push(chunk), InputError);
  assert.deepEqual(decoder.push(""), []);
  decoder.push("data: {}\n\n");
  assert.throws(() => decoder.finish(), { name: "InputError", pointer: "/wire" });
  decoder.push(SSE);
  const result = decoder.finish();
  assert.equal(decoder.finish(), result);
  assert.throws(() => decoder.push("x"), { name: "InputError", message: /finished/ });
  const flood = new StreamDecoder("openai-chat");
  flood.push(new Uint8Array(60 << 20).fill(10));
  assert.throws(() => flood.push(new Uint8Array(5 << 20)), (error) => error instanceof JsonError && error.code === "E_JSON_SIZE");
  assert.equal(flood.finish().turn.parts.length, 0);
});

test("a trap between any two pieces leaves the decoder whole, and nothing is reported twice", () => {
  const whole = read(undefined, SSE, Infinity);
  const other = new StreamDecoder("ollama-chat");
  for (const kind of ["panic", "stack"]) {
    let nth = 0;
    const trap = () => nth++ % 5 || assert.throws(() => die(kind), { code: "E_INTERNAL" });
    assert.deepEqual(read(undefined, SSE, 40, trap), whole);
    other.push('{"message":{"content":"x"},"done":false}\n');
  }
  die.call(undefined, "nothing");
  assert.equal(other.finish().turn.text, "xx");
});

test("a push or a finish that failed was not done, and can be done again", () => {
  const whole = read("anthropic-messages", SSE, Infinity);
  const decoder = new StreamDecoder("anthropic-messages");
  const [events, pieces] = [[], SSE.match(/[^]{1,300}/g)];
  let failed = 0;
  // With the stack nearly used up the instance is lost inside the call; further up it must succeed, once.
  const persist = (call) => {
    let done;
    const dive = () => {
      try { dive(); } catch {}
      try { done ??= [call()]; } catch (error) { failed += error.code === "E_INTERNAL"; }
    };
    dive();
    return done[0];
  };
  for (const piece of pieces) events.push(...persist(() => decoder.push(piece)));
  const { body, events: rest } = persist(() => decoder.finish());
  assert.deepEqual([body, events.concat(rest)], [whole.body, whole.events]);
  assert.ok(failed > 0);
});

test("a decoder that nobody holds gives its number back", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  const free = () => {
    const number = glue.streamOpen(new TextEncoder().encode('{"wire":"ollama-chat"}'));
    glue.streamDrop(number);
    return number;
  };
  const before = free();
  (() => Array.from({ length: 500 }, () => new StreamDecoder("ollama-chat")))();
  assert.ok(free() >= before + 500);
  for (let round = 0; round < 50 && free() > before; round++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.ok(free() <= before);
});

test("decodeStream takes what gives chunks, and gives events and at last the turn", async () => {
  const whole = read(undefined, SSE, Infinity);
  const pieces = SSE.match(/[^]{1,50}/g);
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const bare = (stream) => ({ getReader: () => stream.getReader() });
  for (const source of [pieces, (async function* () { yield* pieces; })(), Readable.from(bytes), ReadableStream.from(bytes), bare(ReadableStream.from(bytes))]) {
    const events = await collect(decodeStream(source));
    const { type, turn } = events.pop();
    assert.deepEqual([type, turn.toJSON(), events], ["finish", whole.turn, whole.events]);
  }
  let cancelled = false;
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode(SSE)), cancel: () => (cancelled = true) });
  for await (const event of decodeStream(bare(endless))) if (event.type === "text_delta") break;
  assert.ok(cancelled);
  await assert.rejects(collect(decodeStream(7)), InputError);
});

async function collect(source) {
  const all = [];
  for await (const one of source) all.push(one);
  return all;
}
