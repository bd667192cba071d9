// A history that began at another vendor on Anthropic's wire goes on at Claude through the proxy: answered at once or after one retry, with all blocks of Claude.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { serve } from "../../simulator/server.mjs";
import { ORIGINS, PATH, switchedHistories, switchedHistory } from "../../simulator/switched.mjs";
import { openProxy, openTap, upstreamsOf } from "../drive.mjs";

for (const origin of Object.keys(ORIGINS))
  test(`a history begun at ${origin} goes on at Claude`, async (t) => {
    const server = await serve({ seed: 3 });
    const tap = await openTap(server.url);
    const proxy = await openProxy("listener", { mode: "repair", upstreams: upstreamsOf(tap.url, []) });
    let retries = 0;
    try {
      for (const one of [...switchedHistories()].filter((one) => one.origin === origin)) {
        const { body, own } = switchedHistory(origin, one);
        const before = tap.seen.length;
        const answer = await proxy.call(`/anthropic${PATH}`, { method: "POST", headers: { "x-api-key": "one", "anthropic-version": "2023-06-01", "content-type": "application/json" }, body: JSON.stringify(body) });
        const text = await answer.text();
        equal(answer.status, 200, `${one.name}: ${text}`);
        const sent = tap.seen.slice(before).map(({ request }) => request.toString());
        ok(sent.length <= 2, `${one.name}: sent ${sent.length} times`);
        retries += sent.length - 1;
        ok(own.length && own.every((signature) => sent.at(-1).includes(signature)), `${one.name}: a block of Claude is missing`);
      }
    } finally {
      await proxy.close();
      await tap.close();
      await server.close();
    }
    t.diagnostic(`${retries} retries`);
  });

for (const [path, host] of [["/openrouter/v1/messages", "openrouter.ai"], ["/host/llm.example.org/v1/messages", "llm.example.org"]])
  test(`a gateway in front of Claude at ${host} refuses once`, async () => {
    const server = await serve({ seed: 3 });
    const tap = await openTap(`${server.url}/api.anthropic.com`);
    const proxy = await openProxy("listener", { mode: "repair", hosts: ["llm.example.org"], upstreams: { openrouter: tap.url, "llm.example.org": tap.url } });
    try {
      for (const one of [...switchedHistories()].filter(({ isOpen, stream, model }) => !isOpen && !stream && model === "claude-sonnet-5")) {
        const { body, own } = switchedHistory(one.origin, one);
        const before = tap.seen.length;
        const answer = await proxy.call(path, { method: "POST", headers: { "x-api-key": "one", "anthropic-version": "2023-06-01", "content-type": "application/json" }, body: JSON.stringify(body) });
        const text = await answer.text();
        equal(answer.status, 200, `${one.name}: ${text}`);
        const sent = tap.seen.slice(before).map(({ request }) => request.toString());
        equal(sent.length, 2, `${one.name}: sent ${sent.length} times`);
        ok(own.length && own.every((signature) => sent.at(-1).includes(signature)), `${one.name}: a block of Claude is missing`);
      }
    } finally {
      await proxy.close();
      await tap.close();
      await server.close();
    }
  });
