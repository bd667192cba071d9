// rethought proxy: the guard as a local proxy, for programs in every language, or as a gateway for a team.
import { printable } from "../text/printable.js";
import { proxyListener } from "../proxy/index.js";
import "../start/node.js";
import { withProxyConfig } from "./proxy-config.js";
import { Health } from "./proxy-health.js";
import { logOf } from "./proxy-log.js";
import { ProxyMetrics } from "./proxy-metrics.js";
import { listeningOf, proxyOptionsOf, storeAddressOf } from "./proxy-options.js";
import { newPagesPath } from "./proxy-pages.js";
import { ProxyServer } from "./proxy-server.js";
import { Sessions } from "./proxy-sessions.js";
import { openStore } from "./store-address.js";
import { StoreFaultLog } from "./store-fault-log.js";
import { noteOldTables } from "./tables-age.js";
import { Usage } from "./usage.js";

const SESSION_BYTES = 32_000_000;

export async function proxy(words, given) {
  if (words.length) throw new Usage(`proxy does not read files (got ${words[0]})`);
  const values = await withProxyConfig(given);
  const listening = listeningOf(values);
  const options = proxyOptionsOf(values, process.env);
  const [log, metrics, pagesPath] = [logOf(values.log), new ProxyMetrics(), newPagesPath()];
  const faults = new StoreFaultLog(log);
  const opened = await openedStore(values, faults);
  const sessions = new Sessions({ folder: values.record, keepsTexts: values["record-texts"], ...sessionLimit(options) });
  const health = new Health(opened?.store, options.encryptWith);
  const hooks = hooksOf({ metrics, sessions, faults, health, log });
  const listener = proxyListener({ ...options, ...(opened ? { store: opened.store } : {}), ...hooks });
  const server = new ProxyServer({ listening: { ...listening, hasTokens: options.tokens !== undefined }, listener, sessions, pagesPath, health, metrics, log });
  await server.open();
  const url = addressOf(server, listening);
  log.start(greeting(url, values, pagesPath), url);
  noteOldTables(options, "Update rethought, and start the proxy again.");
  const leftMs = await server.stopped();
  const close = async () => {
    await listener.settled();
    const { waiting } = listener;
    if (waiting) log.fault(`the last ${waiting === 1 ? "answer is" : `${waiting} answers are`} not recorded, because the store failed`);
    listener[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
    await opened?.close();
  };
  if (await isDoneIn(leftMs, close())) return 0;
  log.fault("the store does not answer, so the last answers are not recorded. The proxy stops without them");
  // Connections to the store are open, and would keep the process alive.
  process.exit(0);
}

/** Resolves to true if a promise is kept in time. */
async function isDoneIn(ms, promise) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  const isDone = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

/** The sessions of the page take a fourth of the memory, at most. */
const sessionLimit = ({ memoryBytes }) => (memoryBytes === undefined ? {} : { bytes: Math.min(SESSION_BYTES, memoryBytes / 4) });

async function openedStore(values, faults) {
  const address = storeAddressOf(values, process.env);
  return address === undefined ? undefined : openStore(address, { onFault: (error) => faults.note(error), name: values["store-env"] === undefined ? "--store" : "the address of --store-env" });
}

function hooksOf({ metrics, sessions, faults, health, log }) {
  const measured = metrics.hooks;
  return {
    ...measured,
    onStore(event) {
      measured.onStore(event);
      health.note(event);
      faults.noteCall(event);
    },
    onExchange(event, call) {
      call.exchange = event;
      if (event.convertedFrom) metrics.addConverted(event);
      try {
        sessions.add(event);
      } catch (error) {
        log.fault(`the call is not recorded: ${error.code ?? error.name}`);
      }
    },
    onError(error) {
      metrics.addError(error);
      if (error?.code === "E_STORE") faults.note(error);
      // The message of another error may contain what was sent.
      else if (!faults.isNoted(error)) log.fault(`${error?.code ?? error?.name ?? "an error"}: the call was sent without the guard`);
    },
  };
}

function addressOf(server, { host, isPublic }) {
  const name = host.includes(":") ? `[${host}]` : isPublic && host === "0.0.0.0" ? "127.0.0.1" : host;
  return `${server.scheme}://${name}:${server.port}`;
}

function greeting(base, { mode = "observe", convert }, pagesPath) {
  return `rethought proxy listens on ${base} (${convert ? `converts to ${printable(convert)}` : `mode ${mode}`}). Press Ctrl+C to stop.
Sessions     ${base}${pagesPath} (keep this address secret: it shows the conversations)
Claude Code  ANTHROPIC_BASE_URL=${base}/anthropic
Gemini CLI   GOOGLE_GEMINI_BASE_URL=${base}/gemini
Codex        codex -c model_provider=rethought -c 'model_providers.rethought={name="rethought",base_url="${base}/openai/v1",env_key="OPENAI_API_KEY",wire_api="responses"}'
OpenAI       OPENAI_BASE_URL=${base}/openai/v1
`;
}
