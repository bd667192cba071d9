// Many streams at once through one proxy: each client gets its own bytes, and each session is recorded.
import { equal, ok } from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { front, newFolder, startCommand } from "../drive.mjs";
import { callFor, EVENTS, openSlowVendor, readFolder, streamOf } from "../slow-vendor.mjs";

const STREAMS = 100;

test(`${STREAMS} streams at once keep to themselves, and each has its transcript`, async () => {
  const [vendor, folder] = [await openSlowVendor(4), newFolder()];
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--record", folder]);
  const ids = Array.from({ length: STREAMS }, (_, nth) => `n${nth}`);
  const texts = await Promise.all(ids.map(async (id) => (await fetch(`${proxy.url}/anthropic/v1/messages`, callFor(id))).text()));
  texts.forEach((text, nth) => equal(text, streamOf(ids[nth]), `stream ${nth}`));
  const listed = await (await fetch(`${proxy.pages}/sessions`)).json();
  equal(listed.length, STREAMS);
  equal(await proxy.end(), 0, proxy.printed.faults);
  const { exchanges, faults } = await readFolder(folder);
  equal([exchanges.length, faults.length, readdirSync(folder).length].join(), `${STREAMS},0,${STREAMS}`);
  for (const { request, response } of exchanges) {
    const [, id] = /I am (n\d+)/.exec(Buffer.from(request).toString());
    const said = front.decode(response).parts.map(({ text }) => text).join("");
    equal(said, Array.from({ length: EVENTS }, (_, nth) => `${id} ${nth} `).join(""), `the transcript of ${id}`);
  }
  equal(proxy.printed.text.split("\n").filter((line) => line.startsWith("anthropic-messages  claude-opus-4-8  accepted")).length, STREAMS, proxy.printed.text.slice(0, 2000));
  await vendor.close();
  ok(!/I am/.test(proxy.printed.text), "texts are printed");
});
