// Histories that clients have broken: refused without the proxy, accepted with it, or blocked by it in the vendor's own form.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { goOn, openTalk } from "../../simulator/talk.mjs";
import { openProxy, openTap, upstreamsOf } from "../drive.mjs";
import { callOf } from "../talk.mjs";

/** The damage that clients do to the thoughts that they send back, by the kind of talk. */
const DAMAGES = {
  anthropic: (text) => text.replace(/"signature":"([^"]{6})[^"]*"/g, '"signature":"$1AAAA"'),
  gemini: (text) => text.replace(/,?"thoughtSignature":"[^"]*"/g, ""),
};

async function broken(kind, mode, how) {
  const one = await openTalk(kind, kind === "gemini" ? 9 : 4);
  const tap = await openTap(one.server.url);
  const events = [];
  const proxy = await openProxy(how, { mode, hosts: [one.host], upstreams: upstreamsOf(tap.url, [one.host]), onExchange: (event) => events.push(event) });
  try {
    for (let nth = 0; nth < 2; nth++) {
      const { path, init } = callOf(one, false);
      const response = await proxy.call(path, init);
      equal(response.status, 200, kind);
      goOn(one, Buffer.from(await response.arrayBuffer()), false);
    }
    await proxy.settled();
    const { path, init } = callOf(one, false, {}, DAMAGES[kind]);
    ok(init.body !== callOf(one, false).init.body, `${kind}: nothing was damaged`);
    const before = tap.seen.length;
    const response = await proxy.call(path, init);
    const text = await response.text();
    return { status: response.status, blockedBy: response.headers.get("x-rethought"), text, sent: tap.seen.slice(before), given: init.body, event: events.at(-1) };
  } finally {
    await proxy.close();
    await tap.close();
    await one.server.close();
  }
}

for (const how of ["listener", "handler"]) {
  test(`a broken history is refused when it is observed, and taken when it is repaired, by the ${how}`, async (t) => {
    const kinds = [];
    for (const kind of Object.keys(DAMAGES)) {
      const observed = await broken(kind, "observe", how);
      equal(observed.sent[0].request.toString(), observed.given, `${kind}: observing changes nothing`);
      const repaired = await broken(kind, "repair", how);
      equal(repaired.status, 200, `${kind}: ${repaired.text}`);
      if (observed.status === 200) continue;
      kinds.push(kind);
      ok(/rejected/.test(observed.event.verdict), `${kind}: the refusal was not foreseen`);
      ok(repaired.event.repairs > 0 && repaired.event.rules.length, `${kind}: the repair was not told`);
    }
    ok(kinds.includes("anthropic"), `only ${kinds} were refused`);
    t.diagnostic(kinds.join(", "));
  });
  test(`a broken history is blocked by the ${how}, in the words of the vendor`, async () => {
    const { status, blockedBy, text, sent, event } = await broken("anthropic", "block", how);
    equal([status, blockedBy, sent.length, event.isBlocked].join(), "400,blocked,0,true");
    equal(JSON.parse(text).error.type, "invalid_request_error");
  });
}
