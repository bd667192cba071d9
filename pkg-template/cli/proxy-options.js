// The options of `rethought proxy`, from the words of the command line.
import { folderStore } from "../folder/index.js";
import { Usage } from "./usage.js";

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/** The options of the proxy itself. */
export function proxyOptionsOf({ mode, store, allow, off, "allow-host": hosts, upstream, convert, "convert-host": host, "model-map": models, "key-env": keyName }, env) {
  if (convert === undefined && (host ?? models) !== undefined) throw new Usage(`${host === undefined ? "--model-map" : "--convert-host"} needs --convert WIRE:MODEL.`);
  return {
    mode: mode ?? "observe",
    ...(store === undefined ? {} : { store: folderStore(folderOf(store)) }),
    ...(allow ? { allow } : {}),
    ...(off ? { off } : {}),
    ...(hosts ? { hosts } : {}),
    ...(upstream ? { upstreams: Object.fromEntries(upstream.map(upstreamOf)) } : {}),
    ...(convert === undefined ? {} : { convert: { ...targetOf(convert), ...(host === undefined ? {} : { host }), ...(models ? { models: Object.fromEntries(models.map(mappedOf)) } : {}), ...keyOf(keyName, env) } }),
  };
}

/** The folder of the store. An address of a database would become a folder of that name. */
function folderOf(words) {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(words)) throw new Usage(`--store must be a folder (got ${words.replace(/:\/\/[^]*$/, "://…")}). For a database use proxyListener of rethought/proxy with a store of rethought/stores.`);
  return words;
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

/** The key of the other vendor. It comes from the environment, since everybody on a machine can read the words of a command. */
function keyOf(name, env) {
  if (name === undefined) return {};
  if (!env[name]) throw new Usage(`--key-env names ${name}, which is not in the environment`);
  return { key: env[name] };
}

/** Where the proxy listens. Any machine that reaches the port could use it, so another address than a loopback one needs `--public`. */
export function listeningOf({ port = "8787", host = LOOPBACK[0], public: isPublic = false }) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new Usage(`--port must be a number up to 65535 (got ${port})`);
  if (!LOOPBACK.includes(host) && !isPublic) throw new Usage(`--host ${host} lets other machines use the proxy. To allow that, add --public.`);
  return { port: Number(port), host, isPublic };
}
