// The proxy as a gateway for a team: tokens, health, metrics, logs, limits, TLS, and its configuration.
import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { request as askTls } from "node:https";
import { join } from "node:path";
import { pkg } from "../../../scripts/paths.mjs";
import { bodiesOf } from "../../guard/provider.mjs";
import { Skip, test } from "../../skip.mjs";
import { listenOn, newFolder, openProxy, proxies, startCommand } from "../drive.mjs";
import { callFor, openSlowVendor } from "../slow-vendor.mjs";

const [FIRST, SECOND] = ["first-token-0123456789", "second-token-0123456789"];
const TOKENS = ["--token-env", "TEAM_A", "--token-env", "TEAM_B"];
const ENV = { TEAM_A: FIRST, TEAM_B: SECOND };
const { request, damaged, response } = bodiesOf();

/** Opens a vendor that answers every call with the same body, and keeps what it got. */
async function openVendor(answer = response) {
  const seen = [];
  const server = createServer(async (incoming, reply) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    seen.push({ headers: incoming.headers, body: Buffer.concat(chunks).toString() });
    reply.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  return { seen, ...(await listenOn(server)) };
}

const post = (proxy, body, headers = {}) => fetch(`${proxy.url}/anthropic/v1/messages`, { method: "POST", headers: { "content-type": "application/json", "x-api-key": "sk-of-the-vendor", ...headers }, body });

test("a call needs one of the tokens, and the provider never sees it", async () => {
  const vendor = await openVendor();
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, ...TOKENS], ENV);
  for (const token of [undefined, "", "x", FIRST.slice(0, -1), `${FIRST} `.repeat(2), FIRST.toUpperCase()]) {
    const refused = await post(proxy, request, token === undefined ? {} : { "x-rethought-token": token });
    equal(refused.status, 401, String(token));
    match((await refused.json()).error.message, /x-rethought-token/);
  }
  equal((await post(proxy, request, { authorization: `Bearer ${FIRST}` })).status, 401, "a key header carries no token to a provider");
  equal(vendor.seen.length, 0, "nothing was sent");
  for (const token of [FIRST, SECOND]) equal(await (await post(proxy, request, { "x-rethought-token": token })).text(), response);
  for (const { headers } of vendor.seen) deepEqual([headers["x-rethought-token"], headers["x-api-key"]], [undefined, "sk-of-the-vendor"]);
  equal(await proxy.end(), 0);
  await vendor.close();
});

test("two tokens with one value are refused: nobody could tell whose a call is", () => {
  throws(() => proxies.proxyHandler({ tokens: { ONE: FIRST, TWO: SECOND, THREE: FIRST } }), { code: "E_INPUT", pointer: "/tokens/THREE", message: "the tokens ONE and THREE are equal. Give each a value of its own" });
});

test("the handler and the listener check tokens alike", async () => {
  const vendor = await openVendor();
  for (const kind of ["listener", "handler"]) {
    const names = [];
    const proxy = await openProxy(kind, { upstreams: { anthropic: vendor.url }, tokens: { a: FIRST }, onExchange: ({ credential }) => names.push(credential) });
    const call = async (headers) => {
      const answer = await proxy.call("/anthropic/v1/messages", { method: "POST", headers: { "content-type": "application/json", ...headers }, body: request });
      return [answer.status, await answer.text()];
    };
    equal((await call({}))[0], 401);
    deepEqual(await call({ "x-rethought-token": FIRST }), [200, response]);
    ok(names[0] && !names[0].includes(FIRST), "without a key, the token tells callers apart");
    await proxy.close();
  }
  equal(vendor.seen.some(({ headers }) => "x-rethought-token" in headers), false);
  await vendor.close();
});

test("health needs no token, metrics do, and neither has a text or a key", async () => {
  const vendor = await openVendor();
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--mode", "repair", ...TOKENS], ENV);
  const get = async (path, headers) => {
    const answer = await fetch(`${proxy.url}${path}`, { headers });
    return { status: answer.status, text: await answer.text(), type: answer.headers.get("content-type") };
  };
  for (const path of ["/healthz", "/readyz"]) deepEqual(await get(path), { status: 200, text: '{"status":"ok"}', type: "application/json" });
  equal((await get("/metrics")).status, 401);
  await (await post(proxy, request, { "x-rethought-token": FIRST, "x-rethought-conversation": "ada" })).text();
  await (await post(proxy, damaged, { "x-rethought-token": FIRST, "x-rethought-conversation": "ada" })).text();
  await post(proxy, request);
  const { status, text, type } = await get("/metrics", { authorization: `Bearer ${SECOND}` });
  equal([status, type].join(" "), "200 text/plain; version=0.0.4; charset=utf-8");
  for (const line of text.trim().split("\n")) ok(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? -?[\d.e+-]+)$/.test(line), line);
  const valueOf = (series) => Number(new RegExp(`^${series.replace(/[{}]/g, "\\$&")} (.+)$`, "m").exec(text)?.[1]);
  equal(valueOf('rethought_audits_total{rethought_verdict="degraded",rethought_wire="anthropic-messages"}'), 1);
  equal(valueOf('rethought_repairs_total{rethought_rule="altered-thought-text",rethought_dry_run="false"}'), 1);
  equal(valueOf('rethought_predictions_total{rethought_predicted="accepted",rethought_outcome="accepted",rethought_correct="true"}'), 2);
  equal(valueOf('rethought_proxy_requests_total{http_response_status_code="401"}'), 1);
  equal(valueOf('gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_provider_name="anthropic",gen_ai_request_model="claude-sonnet-4-5",server_address="api.anthropic.com",server_port="443"}'), 2);
  for (const secret of [FIRST, SECOND, "sk-of", "Ask", "Oslo", "ada"]) ok(!text.includes(secret), secret);
  equal(await proxy.end(), 0);
  await vendor.close();
});

test("the JSON log has one line a call, without texts, names and keys", async () => {
  const vendor = await openVendor();
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--mode", "dry-run", "--log", "json", ...TOKENS], ENV);
  await (await post(proxy, request, { "x-rethought-token": SECOND, "x-rethought-conversation": "ada" })).text();
  await (await post(proxy, damaged, { "x-rethought-token": SECOND, "x-rethought-conversation": "ada" })).text();
  equal(vendor.seen[1].body, damaged, "a dry run sends the original");
  await post(proxy, request);
  await (await fetch(`${proxy.url}/anthropic/v1/models?key=sk-in-query`, { headers: { "x-rethought-token": FIRST } })).text();
  equal(await proxy.end(), 0);
  const lines = proxy.printed.text.trim().split("\n").map((line) => JSON.parse(line));
  deepEqual(lines.map(({ event, status, route, token, verdict, rules, repairs }) => [event, status, route, token, verdict, rules?.join(), repairs]), [
    ["start", undefined, undefined, undefined, undefined, undefined, undefined],
    ["call", 200, "/anthropic", "TEAM_B", "accepted", "", 0],
    ["call", 200, "/anthropic", "TEAM_B", "degraded", "altered-thought-text", 0],
    ["call", 401, "/anthropic", undefined, undefined, undefined, undefined],
    ["call", 200, "/anthropic", "TEAM_A", undefined, undefined, undefined],
  ]);
  ok(lines[1].conversation && lines[1].conversation === lines[2].conversation, "calls of one conversation have one digest");
  for (const secret of [FIRST, SECOND, "sk-", "Ask", "Oslo", "ada", new URL(proxy.pages).pathname]) ok(!proxy.printed.text.includes(secret), secret);
  await vendor.close();
});

test("limits end a call with their status: length, a body without a length, and time", async () => {
  const vendor = await openVendor();
  const slow = await openSlowVendor(5000, 5);
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--upstream", `openai=${vendor.url}`, "--upstream", `gemini=${slow.url}`, "--max-body", "2000", "--max-time", "1"]);
  equal((await post(proxy, request)).status, 200);
  const long = request.replace("Oslo", "Oslo ".repeat(1000));
  const sent = (path, headers, body) => new Promise((resolve, reject) => {
    const call = ask(`${proxy.url}${path}`, { method: "POST", headers }, async (answer) => {
      const chunks = [];
      try {
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() });
      } catch {
        resolve({ status: "cut" });
      }
    });
    call.on("error", reject).end(body);
  });
  const json = { "content-type": "application/json" };
  for (const headers of [json, { ...json, "transfer-encoding": "chunked" }, { "content-type": "multipart/form-data; boundary=x", "transfer-encoding": "chunked" }]) {
    const { status, text } = await sent("/anthropic/v1/messages", headers, long);
    equal(status, 413, JSON.stringify(headers));
    match(text, /more than 2000 bytes, which is the limit of this proxy/);
  }
  equal(vendor.seen.filter(({ body }) => body.length > 2000).length, 0, "no long body was sent whole");
  // The vendor has begun its stream, so the deadline can only break it off.
  equal((await sent("/gemini/v1/messages", { ...json, "x-id": "n0" }, callFor("n0").body)).status, "cut");
  await vendor.close();
  const silent = await listenOn(createServer((incoming) => incoming.resume()));
  const other = await startCommand(["--upstream", `anthropic=${silent.url}`, "--max-time", "1", "--max-connections", "9"]);
  const late = await post(other, request);
  equal(late.status, 504);
  match((await late.json()).error.message, /took longer than 1 s/);
  // A client that uploads slowly: a body that the guard reads, and one that is passed on.
  for (const type of ["application/json", "multipart/form-data; boundary=x"]) {
    const { status, text } = await new Promise((resolve, reject) => {
      const call = ask(`${other.url}/anthropic/v1/messages`, { method: "POST", headers: { "content-type": type, "content-length": "1000" } }, async (answer) => resolve({ status: answer.statusCode, text: Buffer.concat(await answer.toArray()).toString() }));
      call.on("error", reject).write("{");
    });
    equal(status, 504, type);
    match(text, /took longer than 1 s/);
  }
  equal(await other.end(), 0);
  equal(await proxy.end(), 0);
  await silent.close();
  await slow.close();
});

test("the proxy listens with TLS from files", async () => {
  const folder = newFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  try {
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2", "-keyout", key, "-out", cert], { stdio: "ignore" });
  } catch {
    throw new Skip("there is no openssl");
  }
  const vendor = await openVendor();
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`, "--tls-cert", cert, "--tls-key", key]);
  match(proxy.url, /^https:/);
  const text = await new Promise((resolve, reject) => {
    const call = askTls(`${proxy.url}/anthropic/v1/messages`, { method: "POST", ca: readFileSync(cert), headers: { "content-type": "application/json", origin: proxy.url } }, async (answer) => resolve(Buffer.concat(await answer.toArray()).toString()));
    call.on("error", reject).end(request);
  });
  equal(text, response);
  equal(await proxy.end(), 0);
  await vendor.close();
});

test("rethought.json has the same options, and the command line outranks it", async () => {
  const [vendor, cwd] = [await openVendor(), newFolder()];
  const proxy = { mode: "block", upstream: { anthropic: vendor.url }, tokenEnv: ["TEAM_A"], store: "ledger", log: "json", maxBody: 100_000, stopAfter: 5 };
  writeFileSync(join(cwd, "rethought.json"), JSON.stringify({ level: "degrade", off: ["unknown-handle"], proxy }));
  const started = await startCommand(["--mode", "repair"], ENV, { cwd });
  equal((await post(started, request)).status, 401, "tokenEnv");
  await (await post(started, request, { "x-rethought-token": FIRST })).text();
  await (await post(started, damaged, { "x-rethought-token": FIRST })).text();
  equal(vendor.seen[1].body, bodiesOf().next, "the mode of the command line");
  equal((await post(started, "x".repeat(100_001), { "x-rethought-token": FIRST })).status, 413, "maxBody");
  equal(await started.end(), 0);
  ok(execFileSync("ls", [join(cwd, "ledger")]).length > 0, "the store is beside the file");
  const wrong = (config) => {
    writeFileSync(join(cwd, "rethought.json"), JSON.stringify(config));
    return spawnSync(process.execPath, [join(pkg, "cli", "index.js"), "proxy", "--port", "0"], { cwd, encoding: "utf8", timeout: 20_000 }).stderr;
  };
  match(wrong({ proxy: { mode: "mend" } }), /\/proxy\/mode must be one of "observe", "dry-run", "repair", "block"/);
  match(wrong({ proxy: { modes: "repair" } }), /\/proxy\/modes there is no member "modes"/);
  match(wrong({ proxy: { public: true } }), /--public needs a token/);
  await vendor.close();
});
