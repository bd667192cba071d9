// Unbroken loops: nothing is changed, there is no alarm, and every answer is recorded.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { CLIENTS } from "../../simulator/clients/all.mjs";
import { requestOf } from "../../simulator/converse.mjs";
import { goOn, openTalk } from "../../simulator/talk.mjs";
import { guards, targetOf } from "../drive.mjs";

const STEPS = 6;

/** Makes six steps of tools with the vendor itself, and compares the sent and received bytes with those of the caller. */
async function loop(kind, streamed, mode) {
  const one = await openTalk(kind);
  const { client, talk, server } = one;
  const seen = { sent: [], got: [], reports: [], recorded: 0, errors: [] };
  const provider = async (url, init) => {
    const { host, pathname, search } = new URL(url);
    seen.sent.push(init.body);
    const response = await fetch(`${server.url}/${host}${pathname}${search}`, init);
    const copy = response.clone();
    seen.got.push(copy.arrayBuffer());
    return response;
  };
  const hooks = { onReport: ({ report }) => seen.reports.push(report), onRecorded: () => seen.recorded++, onError: (error) => seen.errors.push(error) };
  const guarded = guards.guard(provider, { mode, target: () => targetOf(talk), ...hooks });
  try {
    for (let nth = 0; nth < STEPS; nth++) {
      const { path, headers, text } = requestOf(client, talk, streamed);
      const response = await guarded(`https://${talk.target.host}${path}`, { method: "POST", headers: { ...headers, "content-type": "application/json", authorization: `Bearer ${talk.target.account}` }, body: text });
      const bytes = Buffer.from(await response.arrayBuffer());
      equal(response.status, 200, `${kind} ${bytes}`);
      equal(seen.sent[nth], text, `${kind}: the bytes that were sent`);
      ok(bytes.equals(Buffer.from(await seen.got[nth])), `${kind}: the bytes of the answer are not those of the vendor`);
      goOn(one, bytes, streamed);
    }
    await guarded.settled();
    equal(String(seen.errors[0] ?? ""), "", `${kind}: errors of the guard`);
    equal(seen.recorded, STEPS, `${kind}: recorded answers`);
    const alarms = seen.reports.filter(({ verdict }) => /rejected/.test(verdict));
    equal(alarms.flatMap(({ findings }) => findings.map(({ rule }) => rule)).join(), "", `${kind}: false alarms`);
    equal(seen.reports.length, STEPS, `${kind}: reports`);
  } finally {
    await server.close();
  }
}

for (const mode of ["observe", "repair", "block"]) {
  for (const streamed of [false, true]) {
    test(`loops of ${STEPS} steps pass unchanged in the mode ${mode}, ${streamed ? "streamed" : "whole"}`, async (t) => {
      const kinds = Object.keys(CLIENTS);
      for (const kind of kinds) await loop(kind, streamed, mode);
      t.diagnostic(`${kinds.length} vendors, ${kinds.length * STEPS} requests, 0 alarms`);
    });
  }
}
