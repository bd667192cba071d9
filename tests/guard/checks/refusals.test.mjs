// After a refusal: its rule, whether it was predicted, and one retry if something can be fixed.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { front, guards } from "../drive.mjs";
import { bodiesOf, json, MESSAGES, noted, withProvider } from "../provider.mjs";

const { request, next, response } = bodiesOf();
/** The signature is missing: that is refused, and the ledger can restore it. */
const unsigned = next.replace(/,"signature":"[^"]*"/, "");
const REFUSAL = '{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0.thinking.signature: Field required"}}';
const post = (fetch, body, init = {}) => fetch(MESSAGES, { method: "POST", body, ...init });

/** A provider that refuses thinking without a signature. */
const strict = (_, reply, body) => (body.toString().includes('"type":"thinking"') && !body.toString().includes('"signature"') ? json(reply, REFUSAL, 400, { "request-id": "req_1" }) : json(reply, response));

/** Returns a guard that has recorded an answer, and the events of its hooks since. */
async function recorded(provider, options) {
  const { told, hooks } = noted();
  const guarded = guards.guard(provider.fetch, { ...hooks, ...options });
  await (await post(guarded, request)).text();
  await guarded.settled();
  return { guarded, told };
}

test("a refusal is classified, and reported with whether it was foreseen; the caller gets it as it came", () =>
  withProvider(strict, async (provider) => {
    const { guarded, told } = await recorded(provider);
    const answer = await post(guarded, unsigned);
    equal(`${answer.status} ${answer.headers.get("request-id")} ${await answer.text()}`, `400 req_1 ${REFUSAL}`, "answer");
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const [{ classified, predicted, retried, blocked, status }] = told.refused;
    equal(`${classified.rule} ${predicted} ${retried} ${blocked} ${status}`, "thinking-without-signature true false false 400", "told");
    equal(provider.received.length, 2, "sent");
  }));

test("with retry the mended request is sent once, in whatever form the body came, and the caller gets that answer", () =>
  withProvider(strict, async (provider) => {
    for (const [nth, body] of [unsigned, Buffer.from(unsigned), new Blob([unsigned]), new Blob([unsigned]).stream()].entries()) {
      const { guarded, told } = await recorded(provider, { retry: true });
      const before = provider.received.length;
      const answer = await post(guarded, body, { duplex: "half" });
      equal(`${answer.status} ${await answer.text()}`, `200 ${response}`, `answer ${nth}`);
      equal(provider.received.slice(before).map(({ body }) => body.toString()).join("|"), `${unsigned}|${next}`, `sent ${nth}`);
      equal(`${told.refused.length} ${told.refused[0].retried} ${told.repaired.length}`, "1 true 1", `told ${nth}`);
      await guarded.settled();
      equal(told.recorded.length, 2, `recorded ${nth}`);
    }
    const { guarded } = await recorded(provider, { retry: true });
    equal((await guarded(new Request(MESSAGES, { method: "POST", body: unsigned }))).status, 200, "a Request");
  }));

test("a second refusal is the answer: nothing is tried a third time", () =>
  withProvider((_, reply, body) => (body.toString() === request ? json(reply, response) : json(reply, REFUSAL, 400)), async (provider) => {
    const { guarded, told } = await recorded(provider, { mode: "repair" });
    const answer = await post(guarded, unsigned);
    equal(`${answer.status} ${await answer.text()}`, `400 ${REFUSAL}`, "answer");
    // It was fixed before it was sent, so nothing is left to fix.
    equal(provider.received.length, 2, "sent");
    equal(told.refused[0].retried, false, "retried");
    const { guarded: other } = await recorded(provider, { retry: true });
    equal((await post(other, unsigned)).status, 400, "status");
    equal(provider.received.length, 5, "sent");
  }));

test("a rule that is off is on for the retry of its own refusal", () =>
  withProvider(strict, async (provider) => {
    const off = front.explain();
    const { guarded, told } = await recorded(provider, { mode: "repair", off, allow: ["unsafe"] });
    const answer = await post(guarded, unsigned);
    equal(told.report[1].report.verdict, "accepted", "verdict with all rules off");
    equal(`${answer.status} ${told.repaired.length}`, "200 1", "answer");
    const applied = told.repaired[0].applied.flatMap(({ mended }) => mended.map(({ rule }) => rule));
    equal(applied.join(), "thinking-without-signature", "applied");
  }));

test("if the second try does not come through, the first answer stands", async () => {
  let count = 0;
  const guarded = guards.guard(async (_, init) => {
    count++;
    if (count === 1) return new Response(response);
    if (count === 2) return new Response(REFUSAL, { status: 400 });
    throw new TypeError("fetch failed");
  }, { retry: true });
  await (await post(guarded, request)).text();
  await guarded.settled();
  const answer = await post(guarded, unsigned);
  equal(`${count} ${answer.status} ${await answer.text()}`, `3 400 ${REFUSAL}`, "answer");
});

test("an abort during the second try is an abort", async () => {
  const [abort, reason] = [new AbortController(), new Error("enough")];
  let count = 0;
  const guarded = guards.guard(async (_, { signal }) => {
    count++;
    if (count === 1) return new Response(response);
    if (count === 2) return new Response(REFUSAL, { status: 400 });
    abort.abort(reason);
    signal.throwIfAborted();
  }, { retry: true });
  await (await post(guarded, request)).text();
  await guarded.settled();
  equal(await post(guarded, unsigned, { signal: abort.signal }).catch((error) => error), reason, "error");
});

test("429, 401, 500 and errors about something else pass as they are, and are recorded as nothing", () =>
  withProvider((request, reply) => json(reply, '{"error":{"message":"no"}}', Number(request.headers["x-status"])), async (provider) => {
    for (const options of [{}, { mode: "repair" }]) {
      const [ledger, { told, hooks }] = [new front.Ledger(), noted()];
      const guarded = guards.guard(provider.fetch, { ledger, ...hooks, ...options });
      for (const status of [400, 401, 403, 404, 413, 422, 429, 500, 529]) {
        const answer = await post(guarded, request, { headers: { "x-status": String(status) } });
        equal(`${answer.status} ${await answer.text()}`, `${status} {"error":{"message":"no"}}`, "answer");
      }
      await guarded.settled();
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      equal(ledger.length, 0, "recorded");
      equal(told.refused.map(({ status, predicted }) => `${status} ${predicted}`).join(), "400 false,422 false", "told");
      equal(told.error.length, 0, `${told.error}`);
    }
  }));

test("an error that is longer than errors are passes, whole", async () => {
  const long = `{"error":{"message":"${"x".repeat(3 << 20)}"}}`;
  const guarded = guards.guard(async () => new Response(long, { status: 400 }), { retry: true });
  equal(await (await post(guarded, request)).text(), long, "body");
});
