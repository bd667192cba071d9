// The allowed callers, and the allowed targets of calls.
import { equal, ok } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pkg } from "../../../scripts/paths.mjs";
import { listenOn, newFolder, openProxy, proxies, startCommand } from "../drive.mjs";

/** Sends a request with any headers, and for an unchanged path. */
const ask = (url, { path, method = "GET", headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk)).on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asked.on("error", reject).end(body);
  });

test("hosts that are not allowed, and paths that lead nowhere, are answered with a sentence and never called", async () => {
  const called = [];
  const vendor = await listenOn(createServer((request, reply) => (called.push(request.url), request.resume(), reply.end("{}"))));
  const proxy = await openProxy("listener", { hosts: ["api.deepseek.com"], upstreams: { "api.deepseek.com": `${vendor.url}/there`, anthropic: vendor.url } });
  for (const path of ["/host/evil.example/v1", "/host/169.254.169.254/latest", "/host/api.deepseek.com.evil.example/x", "/host/api.deepseek.com@evil.example/x", "/host/api.deepseek.com:81/x", "/host/", "/host", "/host//x", "/host/api.deepseek.com%2eevil/x"]) {
    const { status, text } = await ask(proxy.url, { path });
    equal(status, 403, path);
    ok(/is not allowed\. Allow it/.test(JSON.parse(text).error.message), text);
  }
  for (const path of ["/", "/other/x", "/bedrock/x", "/bedrock", "/bedrock/evil.example%2f/x", "/bedrock/us-east-1.evil.example/x", "//evil.example/x", "http://evil.example/x", "/__proto__/x", "/constructor/x"]) equal((await ask(proxy.url, { path })).status, 404, path);
  equal(called.length, 0);
  equal((await ask(proxy.url, { path: "/host/API.deepseek.com/chat?x=1" })).status, 200);
  equal((await ask(proxy.url, { path: "/anthropic//evil.example/x" })).status, 200);
  equal(called[0], "/there/chat?x=1");
  ok(called.every((path) => path.startsWith("/")), `${called}`);
  await proxy.close();
  await vendor.close();
});

test("a path cannot leave the base of an upstream, however it is written", async () => {
  const called = [];
  const vendor = await listenOn(createServer((request, reply) => (called.push(request.url), request.resume(), reply.end("{}"))));
  const proxy = await openProxy("listener", { hosts: ["api.deepseek.com"], upstreams: { anthropic: `${vendor.url}/base/path`, "api.deepseek.com": `${vendor.url}/base/path/`, bedrock: `${vendor.url}/base/path` } });
  const parents = ["..", "%2e%2e", "%2E%2e", ".%2e", "%252e%252e", "%25252e%25252e", "..;", "..;a=b", "."];
  const slashes = ["/", "%2f", "%2F", "\\", "%5c", "%252f", "%255c", "//"];
  const tails = parents.flatMap((parent) => slashes.map((slash) => `${parent}${slash}${parent}${slash}${parent}${slash}admin`));
  const odd = ["v1/%", "v1/%zz", "v1/%00", "v1/..", "v1/%2e", "v1/x%20/../..", "v1%2f..%2f..%2f..%2fadmin", "v1/%c0%ae%c0%ae/admin", "v1/..%2f?x=1", "v1/%09../x"];
  for (const start of ["/anthropic/", "/anthropic/v1/", "/host/api.deepseek.com/", "/bedrock/us-east-1/"]) {
    for (const tail of [...tails, ...odd]) equal((await ask(proxy.url, { path: `${start}${tail}`, method: "POST", headers: { "content-type": "application/json" }, body: "{}" })).status, 400, `${start}${tail}`);
  }
  equal(called.join(), "");
  for (const tail of ["v1/messages?a=../..", "v1/a..b", "v1/...", "model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fus.claude%3A0/converse", "v1/100%25", "v1/a%20b"]) {
    equal((await ask(proxy.url, { path: `/anthropic/${tail}` })).status, 200, tail);
    equal(called.pop(), `/base/path/${tail}`);
  }
  await proxy.close();
  await vendor.close();
});

test("headers of a connection end with it, the host is the vendor's, and forms and other methods pass as they are", async () => {
  const seen = [];
  const vendor = await listenOn(createServer(async (request, reply) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() });
    reply.writeHead(207, { "x-vendor": "1", "keep-alive": "timeout=9", connection: "x-hop", "x-hop": "1", "set-cookie": ["a=1", "b=2"] }).end("as it is");
  }));
  const proxy = await openProxy("listener", { upstreams: { openai: vendor.url } });
  const { status, headers, text } = await ask(proxy.url, { path: "/openai/v1/files", method: "PUT", headers: { "content-type": "multipart/form-data; boundary=x", connection: "x-mine", "x-mine": "1", te: "trailers", "proxy-authorization": "p", "x-kept": "1" }, body: "--x--" });
  equal([status, text, headers["x-vendor"], headers["x-hop"], String(headers["set-cookie"])].join(), "207,as it is,1,,a=1,b=2");
  const [{ method, headers: passed, body }] = seen;
  equal([method, body, passed.host, passed["x-kept"], passed["x-mine"], passed.te, passed["proxy-authorization"]].join(), `PUT,--x--,${new URL(vendor.url).host},1,,,`);
  await proxy.close();
  await vendor.close();
});

test("AWS signs bodies: a signed one is never changed, and that is said", async () => {
  const seen = [];
  const vendor = await listenOn(createServer(async (request, reply) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push(Buffer.concat(chunks).toString());
    reply.writeHead(400, { "content-type": "application/json" }).end('{"message":"messages.1.content.0.thinking.signature: Field required"}');
  }));
  const body = JSON.stringify({ messages: [{ role: "user", content: [{ text: "Hi" }] }, { role: "assistant", content: [{ reasoningContent: { reasoningText: { text: "So." } } }, { text: "Yes" }] }, { role: "user", content: [{ text: "And?" }] }] });
  for (const how of ["listener", "handler"]) {
    const events = [];
    const proxy = await openProxy(how, { mode: "repair", allow: ["unsafe"], upstreams: { bedrock: vendor.url }, onExchange: (event) => events.push(event) });
    const response = await proxy.call("/bedrock/us-east-1/model/anthropic.claude-sonnet-4-5/converse", { method: "POST", headers: { "content-type": "application/json", authorization: "AWS4-HMAC-SHA256 Credential=x" }, body });
    await response.text();
    equal([seen.length, seen[0], response.headers.get("x-rethought")].join(), [1, body, "signed, not repaired"].join());
    equal([events[0].isSigned, events[0].repairs, events[0].wire].join(), "true,0,bedrock-converse");
    seen.length = 0;
    await proxy.close();
  }
  await vendor.close();
});

test("pages of other sites, and names that others lead here, get nothing; other machines are not listened to", async () => {
  const called = [];
  const vendor = await listenOn(createServer((request, reply) => (called.push(request.url), request.resume(), reply.end("{}"))));
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`]);
  const { port } = new URL(proxy.url);
  const pages = new URL(proxy.pages).pathname;
  for (const path of [`${pages}/`, `${pages}/sessions`, "/anthropic/v1/models"]) {
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1.evil.example:${port}`]) equal((await ask(proxy.url, { path, headers: { host } })).status, 403, `${host} ${path}`);
    equal((await ask(proxy.url, { path, headers: { origin: "https://evil.example" } })).status, 403);
    equal((await ask(proxy.url, { path, headers: { host: `localhost:${port}` } })).status, 200, path);
  }
  const post = async (headers) => (await ask(proxy.url, { path: "/anthropic/v1/messages", method: "POST", headers: { host: `localhost:${port}`, "content-type": "text/plain", ...headers }, body: "{}" })).status;
  for (const origin of ["http://localhost:1", "http://127.0.0.1:1", `http://127.0.0.1:${port}`, `https://localhost:${port}`, "http://localhost", "null", "", "file://"]) equal(await post({ origin }), 403, origin);
  for (const site of ["same-site", "cross-site", ""]) equal(await post({ "sec-fetch-site": site }), 403, site);
  equal(called.length, 1, "calls that reached the vendor");
  for (const headers of [{}, { origin: `http://localhost:${port}` }, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }, { "sec-fetch-mode": "cors" }]) equal(await post(headers), 200, JSON.stringify(headers));
  const page = await ask(proxy.url, { path: `${pages}/` });
  ok(/default-src 'none'/.test(page.headers["content-security-policy"]) && page.headers["cross-origin-resource-policy"] === "same-origin", "the headers of the page");
  for (const path of [...["/sessions/none", "/sessions/..%2f..%2fetc", "/sessions/../../etc/passwd"].map((end) => `${pages}${end}`), "/", "/sessions", "/sessions/", `${pages.slice(0, -1)}/sessions`, `${pages.toLowerCase()}x/sessions`]) equal((await ask(proxy.url, { path })).status, 404, path);
  for (const { address, internal, family } of Object.values(networkInterfaces()).flat()) {
    if (internal || family !== "IPv4") continue;
    const reached = await new Promise((resolve) => connect({ host: address, port, timeout: 1000 }).on("connect", () => resolve(true)).on("error", () => resolve(false)).on("timeout", () => resolve(false)));
    equal(reached, false, address);
  }
  equal(await proxy.end(), 0);
  await vendor.close();
});

test("a session opens in the inspector while it runs", async () => {
  const answer = '{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-8","content":[{"type":"text","text":"</script><b>Yes"}],"stop_reason":"end_turn","usage":{}}';
  const vendor = await listenOn(createServer((request, reply) => (request.resume(), reply.writeHead(200, { "content-type": "application/json" }).end(answer))));
  const proxy = await startCommand(["--upstream", `anthropic=${vendor.url}`]);
  const first = [{ role: "user", content: "Hi" }];
  const post = async (messages) => (await fetch(`${proxy.url}/anthropic/v1/messages`, { method: "POST", headers: { "content-type": "application/json", "x-api-key": "k" }, body: JSON.stringify({ model: "claude-opus-4-8", max_tokens: 9, messages }) })).json();
  const { content } = await post(first);
  await post([...first, { role: "assistant", content }, { role: "user", content: "Go on" }]);
  await post([{ role: "user", content: "Something else" }]);
  const listed = await (await fetch(`${proxy.pages}/sessions`)).json();
  equal(listed.map(({ exchanges, wire, model }) => [exchanges, wire, model].join(" ")).join(), "1 anthropic-messages claude-opus-4-8,2 anthropic-messages claude-opus-4-8");
  const lines = (await (await fetch(`${proxy.pages}/sessions/${listed[1].id}`)).text()).trim().split("\n").map((line) => JSON.parse(line));
  equal(lines.map(({ response }) => response === answer).join(), "true,true");
  const page = await (await fetch(`${proxy.pages}/sessions/${listed[1].id}/inspector`)).text();
  const data = JSON.parse(/<script type="application\/json" id="data">([^]*?)<\/script>/.exec(page)[1]);
  equal(data.text.trim().split("\n").length, 2);
  ok((await (await fetch(`${proxy.pages}/`)).text()).includes(`"sessions/${listed[1].id}/inspector"`), "the list has no link to it");
  equal(await proxy.end(), 0);
  await vendor.close();
});

test("what the command does not take is reported in a sentence", async () => {
  const run = (...args) => spawnSync(process.execPath, [join(pkg, "cli", "index.js"), "proxy", ...args], { cwd: newFolder(), env: { ...process.env, SHORT_TOKEN: "hunter2" }, encoding: "utf8", timeout: 20000 });
  const wrong = [
    [["--host", "0.0.0.0"], /--host 0\.0\.0\.0 lets other machines use the proxy\. To allow that, add --public/],
    [["--port", "x"], /--port must be a number/],
    [["--mode", "mend"], /--mode must be observe, dry-run, repair or block \(got mend\)/],
    [["--upstream", "x"], /--upstream must be NAME=URL/],
    [["--upstream", "any thing=http://x"], /a name in upstreams must be anthropic/],
    [["--upstream", "anthropic=ftp://x"], /the address of anthropic must start with http/],
    [["--allow-host", "a b"], /hosts must be a list of host names/],
    [["--convert", "gpt-5.4"], /--convert must be WIRE:MODEL/],
    [["--convert", "smoke:gpt"], /calls are converted to anthropic-messages/],
    [["--convert", "openai-chat:m", "--key-env", "NO_SUCH_NAME"], /--key-env names NO_SUCH_NAME, which is not in the environment/],
    [["--convert", "openai-chat:m", "--model-map", "claude"], /--model-map must be ASKED=MODEL, such as claude-haiku\*=gpt-5-mini \(got claude\)/],
    [["--model-map", "a=b"], /--model-map needs --convert WIRE:MODEL/],
    [["--convert-host", "a.example"], /--convert-host needs --convert WIRE:MODEL/],
    [["--store", "mysql://me:hunter2@host/0"], /--store must be redis:\/\/…, postgres:\/\/…, sqlite:FILE or a folder \(got mysql:\/\/…\)/],
    [["--store", "redis://me:hunter2@host/0"], /Redis needs a driver, and none is installed\. Run: npm install ioredis \(or redis\)\./],
    [["--store", "postgres://me:hunter2@host/0"], /Postgres needs a driver, and none is installed\. Run: npm install pg \(or postgres\)\./],
    [["--store", "sqlite:"], /sqlite: needs a file, such as sqlite:ledger\.db/],
    [["--store", "a", "--store-env", "PATH"], /--store and --store-env exclude each other/],
    [["--public"], /--public needs a token, or anybody could use the proxy\. .*--token-env PROXY_TOKEN/],
    [["--public", "--token-env", "NO_SUCH_NAME"], /--token-env names NO_SUCH_NAME, which is not in the environment/],
    [["--token-env", "SHORT_TOKEN"], /the token SHORT_TOKEN must have at least 16 characters\. Make one with: openssl rand -hex 32/],
    [["--tls-cert", "no.pem"], /--tls-cert needs --tls-key/],
    [["--tls-cert", "no.pem", "--tls-key", "no.pem"], /--tls-cert: no\.pem cannot be read \(ENOENT\)/],
    [["--max-body", "0"], /--max-body must be a whole number from 1 to/],
    [["file.json"], /proxy does not read files/],
  ];
  for (const [args, sentence] of wrong) {
    const { status, stdout, stderr } = run(...args);
    equal([status, stdout].join(), "2,", args.join(" "));
    ok(sentence.test(stderr) && !stderr.includes("hunter2"), stderr);
  }
  let thrown;
  try { proxies.proxyHandler({ host: "x" }); } catch (error) { thrown = error; }
  equal(thrown?.pointer, "/host");
});
