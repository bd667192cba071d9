// Unbroken loops through every route: no byte changes in either direction, and there is no alarm.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { CLIENTS } from "../../simulator/clients/all.mjs";
import { goOn, openTalk } from "../../simulator/talk.mjs";
import { openProxy, openTap, upstreamsOf } from "../drive.mjs";
import { callOf } from "../talk.mjs";

const STEPS = 6;
/** Hosts that run anywhere have no names in the tables, and their addresses do not identify a wire. */
const KINDS = Object.keys(CLIENTS).filter((kind) => !/vllm|sglang|llamacpp|ollama/.test(kind));

async function loop(kind, how, streamed, mode) {
  const one = await openTalk(kind);
  const tap = await openTap(one.server.url);
  const events = [];
  const errors = [];
  const proxy = await openProxy(how, { mode, hosts: [one.host], upstreams: upstreamsOf(tap.url, [one.host]), onExchange: (event) => events.push(event), onError: (error) => errors.push(error) });
  try {
    for (let nth = 0; nth < STEPS; nth++) {
      const { path, init } = callOf(one, streamed, { "x-rethought-conversation": `talk ${kind}`, "accept-encoding": "gzip, br" });
      const response = await proxy.call(path, init);
      const bytes = Buffer.from(await response.arrayBuffer());
      equal(response.status, 200, `${kind}: ${bytes}`);
      equal(tap.seen[nth].request.toString(), init.body, `${kind}: the bytes that were sent`);
      ok(bytes.equals(tap.seen[nth].response), `${kind}: the bytes of the answer are not those of the vendor`);
      equal(tap.seen[nth].headers["x-rethought-conversation"], undefined, `${kind}: the name is told to the vendor`);
      equal(tap.seen[nth].headers.authorization, init.headers.authorization, `${kind}: the key`);
      goOn(one, bytes, streamed);
    }
    await proxy.settled();
    equal(String(errors[0] ?? ""), "", `${kind}: errors`);
    equal(events.length, STEPS, `${kind}: calls that were told`);
    for (const { verdict, rules, conversation, status, repairs, stream, response, model } of events) {
      ok(!/rejected/.test(verdict), `${kind}: a false alarm: ${rules}`);
      equal([conversation, status, repairs].join(), `talk ${kind},200,0`, kind);
      ok(streamed ? stream?.length : response?.length, `${kind}: the answer is not told`);
      ok(model && one.talk.target.model.length, `${kind}: the model is not told`);
    }
  } finally {
    await proxy.close();
    await tap.close();
    await one.server.close();
  }
}

for (const how of ["listener", "handler"]) {
  for (const streamed of [false, true]) {
    test(`loops of ${STEPS} steps pass the ${how} unchanged, ${streamed ? "streamed" : "whole"}`, async (t) => {
      for (const [nth, kind] of KINDS.entries()) await loop(kind, how, streamed, ["observe", "repair", "block"][nth % 3]);
      t.diagnostic(`${KINDS.length} vendors, ${KINDS.length * STEPS} calls, 0 alarms`);
    });
  }
}
