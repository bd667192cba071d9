// Worlds have their intended properties: crowded, interleaved, and full of conversations that only their thoughts distinguish.
import { ok } from "node:assert/strict";
import test from "node:test";
import { World } from "../crowd/world.mjs";

const WORLDS = 4;
let made;
const worlds = () => (made ??= Array.from({ length: WORLDS }, (_, number) => new World(number).live()));

const sum = (count) => worlds().reduce((total, world) => total + count(world), 0);
const some = (least, count, words) => {
  ok(count >= least, `only ${count} ${words}`);
  return `${count} ${words}`;
};

/** Returns exchanges that share a member with one of another conversation. */
const shared = (world, member, other) => world.exchanges.filter((one) => world.exchanges.some((two) => one.conversation !== two.conversation && one[member] === two[member] && other(one, two))).length;

test("a world has many conversations, and they take turns", (t) => {
  for (const { exchanges } of worlds()) {
    ok(new Set(exchanges.map(({ conversation }) => conversation)).size >= 50, "few conversations");
    const turns = exchanges.filter(({ conversation }, nth) => nth && exchanges[nth - 1].conversation !== conversation).length;
    ok(turns > exchanges.length / 2, "they come one after the other");
  }
  t.diagnostic(`${sum(({ exchanges }) => exchanges.length)} exchanges`);
});

test("the same world is always the same", () => {
  const texts = [new World(1).live(), worlds()[1]].map(({ exchanges, requests }) => JSON.stringify([exchanges, requests.map(({ step }) => step.requestText)]));
  ok(texts[0] === texts[1], "it is not");
});

test("users ask the same, and are answered otherwise", async (t) => t.diagnostic(await some(80, sum((world) => shared(world, "request", (one, two) => one.user !== two.user && one.response !== two.response)), "requests that another user sent too")));

test("calls of two users have the same ids", (t) => {
  const ids = ({ response, stream }) => (response ?? stream).match(/"(call_\d+|functions\.\w+:\d+|tool_\d+_\w+)"/g) ?? [];
  t.diagnostic(some(100, sum(({ exchanges }) => exchanges.filter((one) => ids(one).some((id) => exchanges.some((two) => one.user !== two.user && ids(two).includes(id)))).length), "answers"));
});

test("a request is answered several times", async (t) => t.diagnostic(await some(50, sum(({ exchanges }) => exchanges.filter((one, nth) => exchanges.some((two, other) => nth !== other && one.conversation === two.conversation && one.request === two.request && one.response !== two.response)).length), "answers")));
test("an exchange is recorded twice", async (t) => t.diagnostic(await some(20, sum(({ exchanges }) => exchanges.filter((one, nth) => nth && exchanges[nth - 1].response === one.response && exchanges[nth - 1].stream === one.stream).length), "times")));

test("a conversation forks, and goes to another vendor and back", (t) => {
  const legs = ({ requests, talks }) => Array.from({ length: talks }, (_, nth) => requests.filter(({ damage, branch }) => !damage && branch.conversation === nth).map(({ leg }) => leg));
  const back = (list) => list.some((leg, nth) => nth && leg !== list[nth - 1] && list.slice(0, nth - 1).includes(leg));
  some(10, sum((world) => legs(world).filter(back).length), "returns");
  t.diagnostic(some(20, sum(({ branches }) => branches.length) - sum(({ talks }) => talks), "forks"));
});

test("no two secrets have the same mark, and no request has a stranger's", (t) => {
  for (const { secrets, requests } of worlds()) {
    ok(new Set(secrets.map(({ mark }) => mark)).size === secrets.length, "a mark comes twice");
    for (const { step, own } of requests.filter(({ damage }) => !damage)) {
      const strange = secrets.find(({ mark, nth }) => step.requestText.includes(mark) && !own.includes(nth));
      ok(!strange, `${strange?.mark} of ${strange?.user}`);
    }
  }
  t.diagnostic(`${sum(({ secrets }) => secrets.length)} secrets`);
});
