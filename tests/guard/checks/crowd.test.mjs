// A thousand conversations at once through one guard with a store in memory, with faults: no byte reaches another conversation, no call breaks,
// memory stays constant.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { randomOf } from "../../random.mjs";
import { front, guards } from "../drive.mjs";
import { bodiesOf, MESSAGES, wait } from "../provider.mjs";

const CONVERSATIONS = 1000;
const SECONDS = Number(process.env.RETHOUGHT_CROWD_SECONDS ?? (process.env.RETHOUGHT_LONG ? 60 : 4));
/** The number of answers to look for at the end. */
const SAMPLED = 300;
const MB = 1 << 20;

/** Returns a provider whose answers belong to the conversation of the request; some streams are cut, some calls refused for a while. */
function crowdProvider(faults) {
  return async (_, init) => {
    const [, mark] = /in Oslo(c\d+x)\?/.exec(init.body);
    await wait(faults.random() * 5);
    const chance = faults.random();
    if (chance < 0.03) return new Response('{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}', { status: 429 });
    if (chance < 0.06) return new Response("oops", { status: 500 });
    const { stream } = bodiesOf(mark);
    const cut = chance < 0.1 ? Math.floor(stream.length * faults.random()) : stream.length;
    const pieces = [stream.slice(0, cut / 2), stream.slice(cut / 2, cut)].filter(Boolean);
    const body = new ReadableStream({
      async pull(controller) {
        await wait(faults.random() * 3);
        if (pieces.length) controller.enqueue(new TextEncoder().encode(pieces.shift()));
        else if (cut < stream.length) controller.error(new Error("cut"));
        else controller.close();
      },
    }, { highWaterMark: 0 });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}

/** Returns a store in memory that fails at times: by the count of its calls, since timing is unreliable under load. */
function faultyStore(faults, inner) {
  const sometimes = (work) => async (given) => {
    if (faults.isOver || faults.calls++ % 1000 < 950) return work(given);
    faults.down++;
    throw new Error("down");
  };
  return { getMany: sometimes(inner.getMany), setMany: sometimes(inner.setMany) };
}

async function crowd(isNamed) {
  const faults = { random: randomOf(7).next, calls: 0, down: 0, isOver: false };
  const sum = { calls: 0, mended: 0, errors: 0 };
  const [store, wrong, answered] = [front.memoryStore({ bytes: 8_000_000 }), [], new Set()];
  const guarded = guards.guard(crowdProvider(faults), { mode: "repair", store: faultyStore(faults, store), onError: () => sum.errors++, ...(isNamed ? { conversation: (_, headers) => headers.get("x-mark") } : {}), onRepaired: ({ sent, request }) => {
    const [, mark] = /in Oslo(c\d+x)\?/.exec(request);
    if (sent !== bodiesOf(mark).next) wrong.push(mark);
    sum.mended++;
  } });
  const post = async (mark, body) => {
    sum.calls++;
    const response = await guarded(MESSAGES, { method: "POST", body, headers: { "x-mark": mark } });
    const text = await response.text().catch(() => undefined);
    if (!response.ok || text === undefined) return false;
    // Every byte belongs to this conversation.
    equal(text, bodiesOf(mark).stream, `the answer to ${mark}`);
    answered.add(mark);
    return true;
  };
  const end = Date.now() + SECONDS * 1000;
  let made = 0;
  const live = async (until) => {
    while (Date.now() < until) {
      const mark = `c${made++}x`;
      const { request, damaged } = bodiesOf(mark);
      if (!(await post(mark, request))) continue;
      await post(mark, damaged);
    }
  };
  await Promise.all(Array.from({ length: CONVERSATIONS }, () => live(end - SECONDS * 500)));
  const early = await liveBytes();
  await Promise.all(Array.from({ length: CONVERSATIONS }, () => live(end)));
  faults.isOver = true;
  await guarded.settled();
  ok(faults.down > 100 && sum.errors > 0, "the store was never down");
  equal(wrong.join(), "", "mended with what is not its own");
  const late = await liveBytes();
  ok(late - early < 60 * MB, `memory grew from ${Math.round(early / MB)} to ${Math.round(late / MB)} MB in the second half`);
  ok(sum.mended > answered.size / 4, `only ${sum.mended} were mended of ${answered.size}`);
  const lost = await lostOf([...answered].slice(-SAMPLED), isNamed, store);
  equal(lost.join(), "", "answers that are not on record");
  return `${made} conversations, ${sum.calls} calls, ${sum.mended} mended, ${faults.down} calls without a store, 0 of the last ${Math.min(SAMPLED, answered.size)} answers lost; ${Math.round(late / MB)} MB`;
}

/** Returns the used memory after garbage collection. */
async function liveBytes() {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  for (let nth = 0; nth < 4; nth++) (collect(), await wait(20));
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Returns the conversations whose answer is not recorded. */
async function lostOf(marks, isNamed, store) {
  const lost = [];
  const whole = await front.Ledger.open(store);
  for (const mark of marks) {
    const ledger = isNamed ? await front.Ledger.open(guards.conversationStore(store, mark)) : whole;
    if (!(await ledger.conversation(bodiesOf(mark).next, { url: MESSAGES }))) lost.push(mark);
  }
  return lost;
}

test(`${CONVERSATIONS} conversations at once, told apart by their content`, async (t) => t.diagnostic(await crowd(false)));
test(`${CONVERSATIONS} conversations at once, told apart by their names`, async (t) => t.diagnostic(await crowd(true)));
