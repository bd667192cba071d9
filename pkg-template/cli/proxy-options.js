// The options of `rethought proxy`, from the words of the command line.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { sizeOf } from "./size.js";
import { Usage, wholeNumber } from "./usage.js";

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];
/** An open call may take so many seconds to end after the first signal. */
const STOP_SECONDS = 30;
const MOST = 1_000_000_000;
/** Less than this holds no conversation. */
const LEAST_MEMORY = 1_000_000;

/** The options of the proxy itself, but for its store. */
export function proxyOptionsOf({ mode, allow, off, "allow-host": hosts, upstream, convert, "convert-host": host, "model-map": models, "key-env": keyName, "token-env": tokenNames, "max-body": maxBody, "max-time": maxTime, durable, store, "store-env": storeName, "store-timeout": timeout, keep, "encrypt-env": encryptNames, "retain-days": days, "retain-bytes": bytes, memory }, env) {
  const unfit = Object.entries({ durable, keep }).find(([, value]) => value !== undefined && value !== false);
  if (convert !== undefined && unfit) throw new Usage(`--${unfit[0]} has no effect with --convert. Leave one of them out.`);
  if (durable && (store ?? storeName) === undefined) throw new Usage("--durable needs --store, or there is nothing to wait for.");
  for (const [name, value] of Object.entries({ "encrypt-env": encryptNames, "retain-days": days, "retain-bytes": bytes, "store-timeout": timeout })) if (value !== undefined && (store ?? storeName) === undefined) throw new Usage(`--${name} needs --store.`);
  if (convert === undefined && (host ?? models) !== undefined) throw new Usage(`${host === undefined ? "--model-map" : "--convert-host"} needs --convert WIRE:MODEL.`);
  return {
    mode: mode ?? "observe",
    ...(durable ? { durable } : {}),
    ...(timeout === undefined ? {} : { storeTimeout: wholeNumber(timeout, "store-timeout", undefined, MOST) }),
    ...(keep === undefined ? {} : { keep }),
    ...(encryptNames ? { encryptWith: keysIn("encrypt-env", encryptNames, env) } : {}),
    ...((days ?? bytes) === undefined ? {} : { retention: { ...(days === undefined ? {} : { days: wholeNumber(days, "retain-days", undefined, MOST) }), ...(bytes === undefined ? {} : { bytes: sizeOf(bytes, "retain-bytes") }) } }),
    ...(memory === undefined ? {} : { memoryBytes: sizeOf(memory, "memory", LEAST_MEMORY) }),
    ...(allow ? { allow } : {}),
    ...(off ? { off } : {}),
    ...(hosts ? { hosts } : {}),
    ...(upstream ? { upstreams: Object.fromEntries(upstream.map(upstreamOf)) } : {}),
    ...(convert === undefined ? {} : { convert: { ...targetOf(convert), ...(host === undefined ? {} : { host }), ...(models ? { models: Object.fromEntries(models.map(mappedOf)) } : {}), ...keyOf(keyName, env) } }),
    ...(tokenNames ? { tokens: Object.fromEntries(tokenNames.map((name) => [name, fromEnvironment("token-env", name, env)])) } : {}),
    ...(maxBody === undefined ? {} : { maxBodyBytes: wholeNumber(maxBody, "max-body", undefined, MOST) }),
    ...(maxTime === undefined ? {} : { maxCallMs: 1000 * wholeNumber(maxTime, "max-time", undefined, MOST) }),
  };
}

/** The address of the store, if there is one. It may have a password, so it can come from the environment. */
export function storeAddressOf({ store, "store-env": name }, env) {
  if (store !== undefined && name !== undefined) throw new Usage("--store and --store-env exclude each other");
  return name === undefined ? store : fromEnvironment("store-env", name, env);
}

function upstreamOf(words) {
  const [, name, address] = /^([^=]+)=(.+)$/.exec(words) ?? [];
  if (name === undefined) throw new Usage(`--upstream must be NAME=URL (got ${words})`);
  return [name, address];
}

function targetOf(words) {
  const [, wire, model] = /^([^:]+):(.+)$/.exec(words) ?? [];
  if (wire === undefined) throw new Usage(`--convert must be WIRE:MODEL, such as openai-responses:gpt-5.4 (got ${words})`);
  return { wire, model };
}

function mappedOf(words) {
  const [, asked, model] = /^([^=]+)=(.+)$/.exec(words) ?? [];
  if (asked === undefined) throw new Usage(`--model-map must be ASKED=MODEL, such as claude-haiku*=gpt-5-mini (got ${words})`);
  return [asked, model];
}

/** Returns the keys in some variables. */
export const keysIn = (option, names, env) => names.map((name) => fromEnvironment(option, name, env));

const keyOf = (name, env) => (name === undefined ? {} : { key: fromEnvironment("key-env", name, env) });

/** A secret comes from the environment, since everybody on a machine can read the words of a command. */
function fromEnvironment(option, name, env) {
  if (!env[name]) throw new Usage(`--${option} names ${name}, which is not in the environment`);
  return env[name];
}

/** Where the proxy listens, and how it stops. Any machine that reaches the port could use it, so another address than a loopback one needs `--public`. */
export function listeningOf({ port = "8787", host = LOOPBACK[0], public: isPublic = false, "token-env": tokens, "tls-cert": cert, "tls-key": key, "max-connections": connections, "stop-after": stop }) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new Usage(`--port must be a number up to 65535 (got ${port})`);
  if (!LOOPBACK.includes(host) && !isPublic) throw new Usage(`--host ${host} lets other machines use the proxy. To allow that, add --public.`);
  if (isPublic && !tokens?.length) throw new Usage("--public needs a token, or anybody could use the proxy. Set one: export PROXY_TOKEN=$(openssl rand -hex 32), and add --token-env PROXY_TOKEN.");
  if ((cert === undefined) !== (key === undefined)) throw new Usage(`--tls-${cert === undefined ? "key needs --tls-cert" : "cert needs --tls-key"}`);
  return {
    port: Number(port),
    host,
    isPublic,
    ...(cert === undefined ? {} : { tls: tlsOf(cert, key) }),
    ...(connections === undefined ? {} : { maxConnections: wholeNumber(connections, "max-connections", undefined, MOST) }),
    stopMs: 1000 * wholeNumber(stop, "stop-after", STOP_SECONDS, 86_400),
  };
}

/** The certificate and its key, checked: the server would report OpenSSL's error, which names neither file. */
function tlsOf(certPath, keyPath) {
  const [cert, key] = [fileOf(certPath, "tls-cert"), fileOf(keyPath, "tls-key")];
  const certificate = madeOf(() => new X509Certificate(cert), () => `--tls-cert: ${certPath} is not a certificate in PEM format`);
  const privateKey = madeOf(() => createPrivateKey(key), ({ code }) => `--tls-key: ${keyPath} ${code === "ERR_MISSING_PASSPHRASE" ? "has a passphrase. Remove it: openssl pkey -in FILE -out FILE" : "is not a private key in PEM format"}`);
  if (!certificate.checkPrivateKey(privateKey)) throw new Usage(`--tls-key: ${keyPath} does not belong to the certificate ${certPath}`);
  return { cert, key };
}

function madeOf(make, sentenceOf) {
  try {
    return make();
  } catch (error) {
    throw new Usage(sentenceOf(error));
  }
}

function fileOf(path, option) {
  try {
    return readFileSync(path);
  } catch ({ code }) {
    throw new Usage(`--${option}: ${path} cannot be read (${code})`);
  }
}
