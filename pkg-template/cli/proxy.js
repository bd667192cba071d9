// rethought proxy: the guard as a local proxy, for programs in every language.
import { createServer } from "node:http";
import { printable } from "../text/printable.js";
import { proxyListener } from "../proxy/index.js";
import "../start/node.js";
import { printText, warn } from "./output.js";
import { listeningOf, proxyOptionsOf } from "./proxy-options.js";
import { answerPage, newPagesPath, pageOf } from "./proxy-pages.js";
import { Sessions } from "./proxy-sessions.js";
import { Usage } from "./usage.js";

export async function proxy(words, values) {
  if (words.length) throw new Usage(`proxy does not read files (got ${words[0]})`);
  const listening = listeningOf(values);
  const pagesPath = newPagesPath();
  const sessions = new Sessions({ folder: values.record, keepsTexts: values["record-texts"] });
  const listener = proxyListener({ ...proxyOptionsOf(values, process.env), onExchange: (event) => see(event, sessions), onError: reportFault });
  // A lenient parser would accept requests that can be read in two ways, whatever NODE_OPTIONS says.
  const server = createServer({ insecureHTTPParser: false }, (request, response) => answer(request, response, { listener, sessions, pagesPath, listening, server }));
  // A long answer is no reason to end a connection; a connection that idles costs little.
  Object.assign(server, { requestTimeout: 0, keepAliveTimeout: 65_000 });
  await open(server, listening);
  printText(greeting(server, listening, values, pagesPath));
  await stopped(server);
  await listener.settled();
  listener[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  return 0;
}

function open(server, { port, host }) {
  const refused = ({ code, message }) => new Error(`port ${port} cannot be opened: ${code === "EADDRINUSE" ? "another program uses it" : message}`);
  return new Promise((resolve, reject) => server.once("error", (error) => reject(refused(error))).listen(port, host, resolve));
}

/** An open call may take so long to end after the first signal. */
const STOP_MS = 30_000;

/** Resolves when the server was told to stop, and every open call has ended or the deadline has passed. A second signal stops at once. */
function stopped(server) {
  return new Promise((resolve) => {
    const stop = () => {
      if (server.isEnding) process.exit(1);
      server.isEnding = true;
      server.close(resolve);
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
    };
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  });
}

function answer(request, response, { listener, sessions, pagesPath, listening, server }) {
  const isLocal = isLoopbackName(request.headers.host, server.address().port);
  // A page of another site can lead a name of its own to this machine, and would then read and spend what is here.
  if (!isLocal && !listening.isPublic) return response.writeHead(403, { connection: "close" }).end("Call the proxy by the address that it printed.\n");
  if (isOfOtherPage(request.headers)) return response.writeHead(403, { connection: "close" }).end("The proxy does not answer pages of other origins.\n");
  if (server.isEnding) return response.writeHead(503, { connection: "close" }).end("The proxy is stopping and accepts no new calls.\n");
  response.on("finish", () => server.isEnding && request.socket.end());
  const page = pageOf(request, pagesPath);
  if (page !== undefined) return isLocal && isLoopbackAddress(request.socket.remoteAddress) ? answerPage(page, response, sessions) : response.writeHead(403).end();
  return listener(request, response);
}

const isLoopbackName = (host, port) => ["127.0.0.1", "localhost", "[::1]"].some((name) => host === `${name}:${port}`);
const isLoopbackAddress = (address) => /^(::ffff:)?127\.|^::1$/.test(address ?? "");
/** True if a browser sends this for a page of another origin: another port of this machine is one too. Programs send neither header. */
const isOfOtherPage = ({ origin, host, "sec-fetch-site": site }) => (origin !== undefined && origin !== `http://${host}`) || (site !== undefined && !["same-origin", "none"].includes(site));

/** Prints a line for a call, and records it. No text of it is printed. */
function see(event, sessions) {
  const { wire, model, verdict, rules, repairs, status, ms, isBlocked, isCut, isSigned, convertedFrom } = event;
  const extras = [repairs && `${repairs} repaired`, isBlocked && "blocked", isSigned && "signed: not repaired", isCut && "cut", convertedFrom && `from ${convertedFrom}`].filter(Boolean);
  printText([wire, printable(model ?? "-"), verdict, rules.join(",") || "-", extras.join(", ") || "-", status, `${Math.round(ms)} ms`].join("  "));
  try {
    sessions.add(event);
  } catch (error) {
    warn(`the call is not recorded: ${error.code ?? error.name}`);
  }
}

/** Prints the code of an error. Its message may contain what was sent. */
function reportFault(error) {
  warn(`${error?.code ?? error?.name ?? "an error"}: the call was sent without the guard`);
}

function greeting(server, { host, isPublic }, { mode = "observe", convert }, pagesPath) {
  const base = `http://${host.includes(":") ? `[${host}]` : isPublic && host === "0.0.0.0" ? "127.0.0.1" : host}:${server.address().port}`;
  return `rethought proxy listens on ${base} (${convert ? `converts to ${printable(convert)}` : `mode ${mode}`}). Press Ctrl+C to stop.
Sessions     ${base}${pagesPath} (keep this address secret: it shows the conversations)
Claude Code  ANTHROPIC_BASE_URL=${base}/anthropic
Gemini CLI   GOOGLE_GEMINI_BASE_URL=${base}/gemini
Codex        codex -c model_provider=rethought -c 'model_providers.rethought={name="rethought",base_url="${base}/openai/v1",env_key="OPENAI_API_KEY",wire_api="responses"}'
OpenAI       OPENAI_BASE_URL=${base}/openai/v1
`;
}
