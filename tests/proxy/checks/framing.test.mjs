// The end of a request: two users share one connection to the provider, and the first writes arbitrary bytes (RFC 9112). The provider must see
// exactly the requests that the proxy accepted, each with its own body and its own key.
import { equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { connect } from "node:net";
import test from "node:test";
import { openStrictVendor } from "../framing/upstream.mjs";
import { openProxy } from "../drive.mjs";

const CASES = JSON.parse(readFileSync(new URL("../framing/cases.json", import.meta.url)));
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "SEARCH"];
/** A body that may be for a model is read whole; any other is streamed. */
const TYPES = ["application/json", "application/x-any"];
const PATH = "/anthropic/v1/messages";
const EVIL = "POST /v1/messages HTTP/1.1\r\nHost: evil.example\r\nX-Smuggled: 1\r\nX-Api-Key: of-the-attacker\r\nContent-Length: 400\r\n\r\n";
const DEADLINE_MS = 10_000;
const agent = new Agent({ keepAlive: true });

/** Returns the bytes of a case, as the attacker writes them. */
function bytesOf({ start = "{method} {path} HTTP/1.1", headers, body, bare, isOpen }, method, type, host) {
  const own = [`Host: ${host}`, `Content-Type: ${type}`, "X-Api-Key: of-the-attacker"];
  const head = `${[start, ...(bare ? [] : own), ...headers].join("\r\n")}${isOpen ? "" : "\r\n\r\n"}`;
  return filled(`${head}${body}`, method, `${method} ${PATH} HTTP/1.1\r\n${own.join("\r\n")}\r\n`);
}

const filled = (text, method, again = "") =>
  text.replaceAll("{again}", again).replaceAll("{method}", method).replaceAll("{small}", method.toLowerCase()).replaceAll("{path}", PATH).replaceAll("{evilLength}", String(EVIL.length)).replaceAll("{evilHex}", EVIL.length.toString(16)).replaceAll("{evil}", EVIL);

/** Writes bytes. Resolves to the received statuses when there are `count` answers, or the connection is closed. */
function write(url, bytes, { count, isCut }) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let text = "";
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n/g)].map(([, status]) => Number(status)).filter((status) => status >= 200);
    const late = setTimeout(() => (socket.destroy(), reject(new Error(`no answer: ${JSON.stringify(bytes)}`))), DEADLINE_MS);
    const end = () => (clearTimeout(late), socket.destroy(), resolve(statuses()));
    socket.setEncoding("latin1").on("close", end).on("error", () => {});
    socket.on("data", (chunk) => ((text += chunk), statuses().length >= count && end()));
    socket.write(Buffer.from(bytes, "latin1"), () => isCut && socket.end());
  });
}

/** Makes the call of another user. */
function callOfVictim(url, nth) {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ victim: nth });
    const asked = ask(`${url}${PATH}`, { method: "POST", agent, headers: { "content-type": "application/json", "x-api-key": "of-the-victim", "content-length": body.length } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    asked.setTimeout(DEADLINE_MS, () => asked.destroy(new Error("the victim gets no answer")));
    asked.on("error", reject).end(body);
  });
}

let victims = 0;

async function attack(one, method, type, proxy, vendor) {
  const what = `${one.name}, ${method} ${type}`;
  const [bodies, from] = [(one.bodies ?? []).map((body) => filled(body, method)), vendor.requests.length];
  const statuses = await write(proxy.url, bytesOf(one, method, type, new URL(proxy.url).host), { count: one.bodies ? bodies.length : 1, isCut: one.cut });
  if (one.bodies) equal(statuses.join(), bodies.map(() => 200).join(), `${what}: what the attacker is answered`);
  else ok(statuses.every((status) => status >= 400 && status < 500), `${what}: the attacker is answered ${statuses}`);
  equal(await callOfVictim(proxy.url, ++victims), 200, `${what}: what the victim is answered`);
  const seen = vendor.requests.slice(from);
  equal(JSON.stringify(seen.map(({ key, body }) => [key, body])), JSON.stringify([...bodies.map((body) => ["of-the-attacker", body]), ["of-the-victim", `{"victim":${victims}}`]]), `${what}: what the provider sees`);
  equal(seen.slice(0, -1).every(({ method: asked, path, raw }) => asked === method && path === "/v1/messages" && !/^(te|trailer|upgrade|connection: (?!keep-alive))/im.test(raw.split("\r\n\r\n")[0])), true, `${what}: the head that the provider sees`);
  equal(vendor.faults.join(), "", `${what}: what the provider cannot read`);
  ok(vendor.connections.every(({ isClosed, left }) => isClosed || left === "" || one.cut), `${what}: bytes are left over`);
  return bodies.length > 0 && seen.at(-1).connection === seen.at(-2).connection;
}

async function attackAll(mode) {
  const vendor = await openStrictVendor();
  const proxy = await openProxy("listener", { mode, upstreams: { anthropic: vendor.url } });
  let [trials, shared] = [0, 0];
  const faults = [];
  for (const one of CASES) {
    for (const method of one.methods ?? METHODS) {
      for (const type of method === "POST" ? TYPES : [TYPES[1]]) {
        trials++;
        shared += await attack(one, method, type, proxy, vendor).catch((error) => (faults.push(error.message), vendor.faults.splice(0), 0));
      }
    }
  }
  await proxy.close();
  await vendor.close();
  equal(faults.slice(0, 5).join("\n"), "", `${faults.length} faults in ${trials} trials`);
  ok(shared > 200, `only ${shared} times the two users shared a connection`);
  return `${CASES.length} cases, ${trials} trials, ${shared} times on one connection`;
}

test("a request ends where its framing says, for every method, and no byte of it reaches another user's", async (t) => t.diagnostic(await attackAll("repair")));

test("a provider that answers before it has read the body gets all of it, or loses the connection", async () => {
  const vendor = await openStrictVendor({ answersEarly: true });
  const proxy = await openProxy("listener", { upstreams: { anthropic: vendor.url } });
  const { host, hostname, port } = new URL(proxy.url);
  for (const isWhole of [true, false]) {
    const from = vendor.requests.length;
    const socket = connect({ host: hostname, port: Number(port) }).on("error", () => {});
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.write(`PUT ${PATH} HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: of-the-attacker\r\nContent-Length: 8\r\n\r\nhalf`);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.end(isWhole ? "half" : "");
    await closed;
    equal(await callOfVictim(proxy.url, ++victims), 200);
    const seen = vendor.requests.slice(from).map(({ key, body }) => `${key} ${body}`);
    ok(seen.includes(`of-the-victim {"victim":${victims}}`), `${seen}`);
    ok(seen.every((one) => one.startsWith("of-the-victim") || one === "of-the-attacker halfhalf"), `${seen}`);
    equal(vendor.faults.join(), "");
  }
  await proxy.close();
  await vendor.close();
});
