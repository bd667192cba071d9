// Other HTTP calls: the same arguments are passed in, and the same promise and response are returned.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { guards } from "../drive.mjs";
import { bodiesOf, MESSAGES, noted } from "../provider.mjs";

const { request } = bodiesOf();
const never = new ReadableStream({ pull: () => { throw new Error("it was read"); } }, { highWaterMark: 0 });

const CALLS = {
  "a GET": ["https://api.anthropic.com/v1/messages"],
  "a GET with options": ["https://api.anthropic.com/v1/models", { headers: { a: "b" } }],
  "another address": ["https://example.com/api", { method: "POST", body: request }],
  "another address, a stream": ["https://example.com/upload", { method: "POST", body: never, duplex: "half" }],
  "a host of a provider, a stream to another address": ["https://s3.amazonaws.com/bucket/key", { method: "POST", body: never, duplex: "half" }],
  "embeddings": ["https://api.openai.com/v1/embeddings", { method: "POST", body: '{"model":"m","input":"hi"}' }],
  "a count of tokens": ["https://api.anthropic.com/v1/messages/count_tokens", { method: "POST", body: request }],
  "a PUT": [MESSAGES, { method: "PUT", body: request }],
  "a form": [MESSAGES, { method: "POST", body: new FormData() }],
  "parameters": [MESSAGES, { method: "POST", body: new URLSearchParams("a=b") }],
  "a form that says so": [MESSAGES, { method: "POST", body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } }],
  "no body": [MESSAGES, { method: "POST" }],
  "an encoding that is not known": [MESSAGES, { method: "POST", body: "x", headers: { "content-encoding": "br" } }],
  "a Request to elsewhere": [new Request("https://example.com/", { method: "POST", body: request })],
  "an address that is none": ["http://", { method: "POST", body: request }],
  "a data address": ["data:application/json,{}", { method: "POST", body: request }],
  "nothing at all": [],
  "more arguments than two": ["https://example.com", undefined, "third"],
};

test("calls that are not a provider's pass as they are", async (t) => {
  for (const [name, args] of Object.entries(CALLS)) {
    const [answer, { told, hooks }] = [Promise.resolve(new Response("{}")), noted()];
    const seen = [];
    const guarded = guards.guard((...given) => (seen.push(given), answer), { mode: "repair", ...hooks });
    const got = guarded(...args);
    equal(got, answer, `${name}: the promise`);
    equal(seen.length, 1, `${name}: calls`);
    equal(seen[0].length, args.length, `${name}: arguments`);
    args.forEach((one, nth) => ok(seen[0][nth] === one, `${name}: argument ${nth}`));
    equal(told.report.length, 0, `${name}: reports`);
  }
  t.diagnostic(`${Object.keys(CALLS).length} kinds`);
});

test("JSON at an address like a provider's that is not a request of its wire keeps its bytes and its response", async () => {
  const [answer, { told, hooks }] = [new Response("{}"), noted()];
  for (const body of ['{"text":"hello"}', "[1]", '{"messages":"none"}', '{"messages":[]}']) {
    const init = { method: "POST", body };
    const guarded = guards.guard(async (url, given) => (ok(given === init, "init"), answer), { mode: "repair", ...hooks });
    const got = await guarded("https://chat.example.com/api/messages", init);
    if (body !== '{"messages":[]}') equal(got, answer, body);
  }
  ok(told.error.length === 0, `${told.error}`);
});

test("a host of the tables is known by the body, a host of the caller's too, and a gateway by what the caller says", async () => {
  const { told, hooks } = noted();
  const chat = '{"model":"MiniMax-M2","messages":[{"role":"user","content":"hi"}]}';
  const guarded = guards.guard(async () => new Response('{"id":"1","choices":[{"message":{"role":"assistant","content":"x"}}]}'), { ...hooks, hosts: [{ name: "own", domains: ["models.example.com"], wires: ["openai-chat"] }] });
  await guarded("https://api.minimax.io/v1/text/chatcompletion_v2", { method: "POST", body: chat });
  await guarded("https://eu.models.example.com/run", { method: "POST", body: chat });
  await guarded("https://evilmodels.example.com.attacker.net/run", { method: "POST", body: chat });
  const gateway = guards.guard(async () => new Response("{}"), { ...hooks, target: (url, headers) => (headers.get("x-vendor") === "claude" ? { host: "api.anthropic.com", wire: "anthropic-messages" } : undefined) });
  await gateway("https://gateway.example.com/llm", { method: "POST", body: request, headers: { "x-vendor": "claude" } });
  await gateway("https://gateway.example.com/llm", { method: "POST", body: request });
  const fixed = guards.guard(async () => new Response("{}"), { ...hooks, target: { host: "api.anthropic.com", wire: "anthropic-messages" } });
  await fixed("https://gateway.example.com/llm", { method: "POST", body: request });
  await fixed("https://gateway.example.com/llm", { method: "POST", body: '{"other":1}' });
  await fixed.settled();
  equal(told.report.map(({ wire }) => wire).join(), "openai-chat,openai-chat,anthropic-messages,anthropic-messages", "wires");
});

test("the global fetch is looked up at each call, and may be the guarded one, or one around that", async () => {
  const before = globalThis.fetch;
  const calls = [];
  try {
    globalThis.fetch = async (url) => (calls.push(`first ${url}`), new Response("{}"));
    const [own, other] = [guards.guard(), guards.guard()];
    globalThis.fetch = own;
    await fetch("https://example.com/1");
    globalThis.fetch = async (...args) => (await null, calls.push("around"), own(...args));
    await fetch("https://example.com/2");
    globalThis.fetch = async (...args) => (await null, calls.push("around"), other(...args));
    await other("https://example.com/3");
    globalThis.fetch = async (url) => (calls.push(`second ${url}`), new Response("{}"));
    await other("https://example.com/4");
  } finally {
    globalThis.fetch = before;
  }
  equal(calls.join(), "first https://example.com/1,around,first https://example.com/2,around,first https://example.com/3,second https://example.com/4", "calls");
});

test("options that are none are refused, with their place", () => {
  const wrong = { mod: {}, mode: "x", retry: 1, store: {}, ledger: {}, conversation: "", target: 7, allow: ["all"], off: ["no-such-rule"], onReport: "x" };
  for (const [name, value] of Object.entries(wrong)) {
    let code;
    try { guards.guard(fetch, { [name]: value }); } catch (error) { code = error.code; }
    equal(code, "E_INPUT", name);
  }
  for (const args of [[{}], ["x"]]) {
    let code;
    try { guards.guard(...args); } catch (error) { code = error.code; }
    equal(code, "E_INPUT", "fetch");
  }
});
