// Aborts and time. When the caller aborts, the caller sees the same as with plain fetch, and at once: only the abort ends the waits in these checks.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { guards } from "../drive.mjs";
import { gatedStore, idle, NEVER } from "../gated-store.mjs";
import { bodiesOf, json, MESSAGES, noted, withProvider } from "../provider.mjs";

const { request, next, damaged, response, stream } = bodiesOf();
const MODES = ["observe", "repair", "block"];
const REASONS = { none: undefined, own: new Error("own reason"), text: "a text" };

/** Returns the caller's view of a call that is aborted when `isReady` resolves. */
async function seen(fetch, init, isReady, reason) {
  const abort = new AbortController();
  const { url = MESSAGES, ...own } = init(abort.signal);
  const call = fetch(url, { method: "POST", signal: abort.signal, ...own }).then((answer) => answer.text());
  await Promise.race([isReady(), call.catch(() => {})]);
  abort.abort(reason);
  return call.then((text) => `text ${text}`, (error) => (error instanceof DOMException ? `${error.name} ${error.code}` : error === reason ? "the reason itself" : `another error ${error}`));
}

/** Returns the body of a request as a stream that yields a piece and never ends. */
function endless(onCancel = () => {}) {
  return new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(request.slice(0, 40))), cancel: onCancel });
}

async function* pieces() {
  yield new TextEncoder().encode(request.slice(0, 40));
  await new Promise(() => {});
}

/** Holds the timers of one length, and fires them on demand. */
function holdTimers(ms) {
  const own = globalThis.setTimeout;
  const clear = globalThis.clearTimeout;
  const held = { open: new Set(), fire: () => held.open.forEach((timer) => timer.run()), restore: () => Object.assign(globalThis, { setTimeout: own, clearTimeout: clear }) };
  globalThis.setTimeout = (run, delay, ...rest) => {
    // The remaining time when a call waits again.
    if (!(delay > ms / 2 && delay <= ms)) return own(run, delay, ...rest);
    const timer = { run: () => (held.open.delete(timer), run()) };
    held.open.add(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => (held.open.delete(timer) ? undefined : clear(timer));
  return held;
}

test("an abort while the body of the request is read", () =>
  withProvider((_, reply) => json(reply, response), async (provider) => {
    for (const mode of MODES)
      for (const [name, reason] of Object.entries(REASONS)) {
        const forms = {
          stream: () => ({ duplex: "half", body: endless() }),
          iterable: () => ({ duplex: "half", body: pieces() }),
          request: (signal) => ({ url: new Request(MESSAGES, { method: "POST", duplex: "half", body: endless(), signal }), signal: undefined, method: undefined }),
        };
        for (const [form, init] of Object.entries(forms)) {
          // Not compared with a plain call: under load, Node's fetch sometimes resolves it with an empty text.
          equal(await seen(guards.guard(provider.fetch, { mode }), init, idle, reason), name === "none" ? "AbortError 20" : "the reason itself", `${mode}, reason ${name}, ${form}`);
        }
      }
    let reason;
    await seen(guards.guard(provider.fetch), () => ({ duplex: "half", body: endless((given) => (reason = given)) }), idle, REASONS.own);
    await idle();
    equal(reason, REASONS.own, "the reason with which the body was cancelled");
  }));

test("an abort while the record of the answer before is waited for, and while the store hangs", async () => {
  const phases = { record: { isSettled: false }, store: { isSettled: true } };
  for (const mode of ["repair", "block"])
    for (const [phase, { isSettled }] of Object.entries(phases))
      for (const [name, reason] of Object.entries(REASONS)) {
        const { gate, store } = gatedStore();
        const { told, hooks } = noted();
        const sent = [];
        // Like fetch: a call with an aborted signal rejects, any other is answered.
        const provider = async (_, { body, signal }) => (signal?.throwIfAborted(), sent.push(body), new Response(response));
        const guarded = guards.guard(provider, { mode, store, storeTimeout: NEVER, ...hooks });
        await (await guarded(MESSAGES, { method: "POST", body: request })).text();
        if (isSettled) await guarded.settled();
        gate.held.add("getMany");
        const expected = name === "none" ? "AbortError 20" : "the reason itself";
        equal(await seen(guarded, () => ({ body: damaged }), idle, reason), expected, `${mode}, ${phase}, reason ${name}`);
        equal(`${sent.length} ${told.error.length}`, "1 0", `${mode}, ${phase}: sent, and failures of the guard`);
        gate.release();
        await guarded.settled();
      }
});

test("an abort while the response streams, and while a refusal is read", () =>
  withProvider((_, reply, body) => {
    const isRefused = body.toString().includes("Ask a");
    reply.writeHead(isRefused ? 400 : 200, { "content-type": isRefused ? "application/json" : "text/event-stream" }).write(isRefused ? '{"type":"error"' : stream.slice(0, 100));
  }, async (provider) => {
    const arrived = (count) => async () => {
      while (provider.received.length < count) await idle();
      await idle();
    };
    for (const mode of MODES)
      for (const body of [request, damaged])
        for (const [name, reason] of Object.entries(REASONS)) {
          const plain = await seen(provider.fetch, () => ({ body }), arrived(provider.received.length + 1), reason);
          const guarded = guards.guard(provider.fetch, { mode: mode === "block" ? "observe" : mode, retry: mode !== "observe" });
          equal(await seen(guarded, () => ({ body }), arrived(provider.received.length + 1), reason), plain, `${mode}, reason ${name}, ${body === request ? "stream" : "refusal"}`);
        }
  }));

test("a store that hangs delays no call that is observed; the report and the record come when it answers", async () => {
  const { gate, store } = gatedStore();
  const { told, hooks } = noted();
  const guarded = guards.guard(async () => new Response(response), { store, storeTimeout: NEVER, ...hooks });
  gate.held.add("getMany").add("setMany");
  // The first request has no lookups, so its report is immediate.
  for (const body of [request, next, damaged]) equal(await (await guarded(MESSAGES, { method: "POST", body })).text(), response, "answer");
  await idle();
  equal(`${told.report.length} ${told.recorded.length}`, "1 0", "told while the store hung");
  gate.release();
  await guarded.settled();
  equal(`${told.report.length} ${told.recorded.length} ${told.error.length}`, "3 3 0", "told in the end");
  ok(told.report.at(-1).report.findings.some(({ rule }) => rule === "altered-thought-text"), "the audit knew what was emitted");
});

test("a call waits for a store that hangs as long as storeTimeout says, once; when the store has answered, calls wait for it again", async () => {
  const TIMEOUT = 34_567;
  const { gate, store } = gatedStore();
  const { told, hooks } = noted();
  const sent = [];
  const guarded = guards.guard(async (_, init) => (sent.push(init.body), new Response(response)), { mode: "repair", store, storeTimeout: TIMEOUT, ...hooks });
  const post = async (body) => (await guarded(MESSAGES, { method: "POST", body })).text();
  await post(request);
  await guarded.settled();
  gate.held.add("getMany");
  const timers = holdTimers(TIMEOUT);
  try {
    const first = post(damaged);
    await idle();
    equal(`${sent.length} ${timers.open.size}`, "1 1", "sent, and timers");
    timers.fire();
    await first;
    equal(sent[1], damaged, "sent without the store");
    equal(told.error.map(({ code }) => code).join(), "E_STORE", "errors");
    for (let nth = 0; nth < 5; nth++) await post(damaged);
    // No timer was fired for them.
    equal(`${sent.length} ${timers.open.size}`, "7 0", "sent, and timers");
  } finally {
    timers.restore();
  }
  gate.release();
  await idle();
  await post(damaged);
  equal(sent.at(-1), next, "sent when the store has answered");
  equal(told.report.length, 8, "reports");
});

test("a store that is slow is waited for, and one that throws is not", async () => {
  for (const mode of MODES) {
    const { gate, store } = gatedStore();
    const sent = [];
    const guarded = guards.guard(async (_, init) => (sent.push(init.body), new Response(response)), { mode, store, storeTimeout: NEVER });
    const post = async (body) => (await guarded(MESSAGES, { method: "POST", body })).text();
    await post(request);
    await guarded.settled();
    gate.held.add("getMany");
    const waiting = post(damaged);
    await idle();
    equal(sent.length, mode === "observe" ? 2 : 1, `${mode}: sent while the store was slow`);
    gate.release();
    await waiting;
    equal(sent[1], mode === "repair" ? next : damaged, `${mode}: what was sent`);
    await guarded.settled();
  }
  const bad = async () => { throw new Error("down"); };
  const { told, hooks } = noted();
  const guarded = guards.guard(async () => new Response(response), { mode: "repair", store: { getMany: bad, setMany: bad }, storeTimeout: NEVER, ...hooks });
  for (let nth = 0; nth < 3; nth++) equal(await (await guarded(MESSAGES, { method: "POST", body: damaged })).text(), response, "answer");
  equal(told.report.length, 3, "reports");
});

test("storeTimeout must be a number of at least 0", async () => {
  for (const storeTimeout of [-1, "1", NaN, 5n]) {
    try {
      guards.guard(undefined, { storeTimeout });
    } catch (error) {
      equal(`${error.code} ${error.pointer}`, "E_INPUT /storeTimeout", String(storeTimeout));
      continue;
    }
    throw new Error(`${String(storeTimeout)} was taken`);
  }
});
