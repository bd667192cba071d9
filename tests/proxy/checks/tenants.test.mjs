// Teams with tokens of their own behind one gateway: nothing that is recorded for one is used for another, and the answers of each can be deleted.
import { deepEqual, equal, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { pkg } from "../../../scripts/paths.mjs";
import { bodiesOf } from "../../guard/provider.mjs";
import { front, listenOn, newFolder, openProxy, startCommand } from "../drive.mjs";

const TOKENS = { one: "token-of-team-one-0123", two: "token-of-team-two-0123" };
const { request, next, response } = bodiesOf();
/** The next request of a client that has lost the thought. */
const dropped = next.replace(/\{"type":"thinking","thinking":"Ask the tool\.","signature":"[^"]+"\},/, "");

async function openVendor() {
  const seen = [];
  const server = createServer(async (incoming, reply) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    seen.push({ headers: incoming.headers, body: Buffer.concat(chunks).toString() });
    reply.writeHead(200, { "content-type": "application/json" }).end(response);
  });
  return { seen, ...(await listenOn(server)) };
}

const callBy = (token, body, headers = {}) => ["/anthropic/v1/messages", { method: "POST", headers: { "content-type": "application/json", "x-api-key": "key-of-the-company", "x-rethought-token": token, ...headers }, body }];

/** Two callers with equal words: the headers of each. The first has an answer on record. */
const PAIRS = {
  "two tokens, no name": [{}, {}],
  "two tokens, one name": [{ "x-rethought-conversation": "s1" }, { "x-rethought-conversation": "s1" }],
  "two tokens, one account": [{ "x-rethought-account": "ada" }, { "x-rethought-account": "ada" }],
  "one token, two keys, no name": [{ "x-api-key": "k1" }, { "x-api-key": "k2", "x-rethought-token": TOKENS.one }],
  "one token, two keys, one name": [{ "x-rethought-conversation": "s1", "x-api-key": "k1" }, { "x-rethought-conversation": "s1", "x-api-key": "k2", "x-rethought-token": TOKENS.one }],
  "one token, two accounts": [{ "x-rethought-account": "ada" }, { "x-rethought-account": "bob", "x-rethought-token": TOKENS.one }],
};

for (const [what, [first, second]] of Object.entries(PAIRS)) {
  for (const kind of ["listener", "handler"]) {
    test(`nothing of one caller is in the request of another: ${what}, ${kind}`, async () => {
      equal(dropped.includes("thinking\",\"thinking"), false);
      for (const store of [undefined, front.memoryStore()]) {
        const vendor = await openVendor();
        const proxy = await openProxy(kind, { mode: "repair", tokens: TOKENS, upstreams: { anthropic: vendor.url }, ...(store ? { store } : {}) });
        const call = async (token, body, headers) => {
          await (await proxy.call(...callBy(token, body, headers))).text();
          await proxy.settled();
          return vendor.seen.at(-1);
        };
        await call(TOKENS.one, request, first);
        equal((await call(TOKENS.two, dropped, second)).body, dropped, "the other caller's request is sent as it is");
        const own = await call(TOKENS.one, dropped, first);
        equal(own.body, next, "the own thought is restored");
        deepEqual(Object.keys(own.headers).filter((name) => name.startsWith("x-rethought")), [], "headers for the proxy are not sent on");
        await proxy.close();
        await vendor.close();
      }
    });
  }
}

test("converted calls of two tokens have no ledger in common", async () => {
  for (const kind of ["listener", "handler"]) {
    const credentials = [];
    const vendor = await openVendor();
    const proxy = await openProxy(kind, { tokens: TOKENS, upstreams: { anthropic: vendor.url }, convert: { wire: "anthropic-messages", model: "claude-sonnet-4-5", key: "own" }, onExchange: ({ credential }) => credentials.push(credential) });
    for (const token of [TOKENS.one, TOKENS.two, TOKENS.one]) await (await proxy.call(...callBy(token, request))).text();
    ok(credentials[0] !== credentials[1] && credentials[0] === credentials[2], credentials.join());
    await proxy.close();
    await vendor.close();
  }
});

test("the answers of a token and of an account can be listed and deleted", async () => {
  for (const address of process.getBuiltinModule("node:sqlite") ? ["ledger", "sqlite:ledger.db"] : ["ledger"]) {
    const [vendor, cwd] = [await openVendor(), newFolder()];
    const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--store", address, "--token-env", "TEAM_A", "--token-env", "TEAM_B"], { TEAM_A: TOKENS.one, TEAM_B: TOKENS.two }, { cwd });
    const post = async (...given) => {
      const [path, init] = callBy(...given);
      equal((await (await fetch(`${proxy.url}${path}`, init)).text()), response);
    };
    await post(TOKENS.one, request);
    await post(TOKENS.one, request, { "x-rethought-conversation": "trip" });
    await post(TOKENS.two, request, { "x-rethought-conversation": "trip" });
    await post(TOKENS.two, request, { "x-rethought-account": "ada" });
    equal(await proxy.end(), 0, proxy.printed.faults);
    const ledger = (...words) => execFileSync(process.execPath, [join(pkg, "cli", "index.js"), "ledger", ...words], { cwd, encoding: "utf8" });
    const listed = () => JSON.parse(ledger("list", address, "--format", "json")).map(({ conversation, account, answers }) => [account, conversation, answers].join()).sort();
    deepEqual(listed(), ["TEAM_A,,1", "TEAM_A,trip,1", "TEAM_B,trip,1", "ada,,1"]);
    equal(ledger("forget", address, "--account", "TEAM_A"), "2 answers deleted\n");
    equal(ledger("forget", address, "--account", "ada"), "1 answer deleted\n");
    deepEqual(listed(), ["TEAM_B,trip,1"]);
    await vendor.close();
  }
});

test("the option account outranks the header and the token", async () => {
  for (const kind of ["listener", "handler"]) {
    const [vendor, store] = [await openVendor(), front.memoryStore()];
    const proxy = await openProxy(kind, { tokens: TOKENS, upstreams: { anthropic: vendor.url }, store, account: (url, headers) => headers.get("x-person") ?? undefined });
    for (const headers of [{ "x-person": "eve", "x-rethought-account": "ada" }, { "x-rethought-account": "ada" }, {}]) await (await proxy.call(...callBy(TOKENS.one, request, headers))).text();
    await proxy.settled();
    const accounts = [];
    for await (const entries of store.entries()) for (const { key, account } of entries) if (key.startsWith("line-")) accounts.push(account);
    deepEqual(accounts.sort(), ["ada", "eve", "one"]);
    await proxy.close();
    await vendor.close();
  }
});
