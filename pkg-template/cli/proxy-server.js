// The server of `rethought proxy`: which calls it answers itself, who may call it, and how it stops.
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { answerHealth } from "./proxy-health.js";
import { answerPage, pageOf } from "./proxy-pages.js";

const HEALTH = ["/healthz", "/readyz"];
/** This share of the time to stop is for open calls. The rest is for the store, which takes the last answers. */
const CALLS_SHARE = 0.9;

export class ProxyServer {
  #server;
  #parts;
  #isEnding = false;
  /** The number of calls under way, and what is done when there is none. */
  #calls = 0;
  #onIdle = () => {};

  /** `parts` has `listening`, `listener`, `sessions`, `pagesPath`, `health`, `metrics` and `log`. */
  constructor(parts) {
    this.#parts = parts;
    const { tls, maxConnections } = parts.listening;
    // A lenient parser would accept requests that can be read in two ways, whatever NODE_OPTIONS says.
    const options = { insecureHTTPParser: false, ...tls };
    this.#server = (tls ? createTlsServer : createServer)(options, (request, response) => this.#answer(request, response));
    // A long answer is no reason to end a connection; a connection that idles costs little.
    Object.assign(this.#server, { requestTimeout: 0, keepAliveTimeout: 65_000, ...(maxConnections === undefined ? {} : { maxConnections }) });
  }

  get port() {
    return this.#server.address().port;
  }

  get scheme() {
    return this.#parts.listening.tls ? "https" : "http";
  }

  open() {
    const { port, host } = this.#parts.listening;
    const refused = ({ code, message }) => new Error(`port ${port} cannot be opened: ${code === "EADDRINUSE" ? "another program uses it" : message}`);
    return new Promise((resolve, reject) => this.#server.once("error", (error) => reject(refused(error))).listen(port, host, resolve));
  }

  /**
   * Resolves after the server was asked to stop and every open call has ended, to the milliseconds that are left. Until then it listens: a load balancer learns by `/readyz` to send its calls elsewhere, and a new call gets
   * status 503. A second signal stops immediately.
   */
  stopped() {
    return new Promise((resolve) => {
      const stop = () => {
        if (this.#isEnding) process.exit(1);
        this.#isEnding = true;
        const { stopMs } = this.#parts.listening;
        const deadline = performance.now() + stopMs;
        this.#onIdle = once(() => {
          this.#server.close(() => resolve(Math.max(0, deadline - performance.now())));
          this.#server.closeIdleConnections();
        });
        this.#server.closeIdleConnections();
        if (!this.#calls) this.#onIdle();
        setTimeout(() => (this.#onIdle(), this.#server.closeAllConnections()), CALLS_SHARE * stopMs).unref();
      };
      for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
    });
  }

  #answer(request, response) {
    const { listening, pagesPath, sessions, health, listener } = this.#parts;
    const isLocal = isLoopbackName(request.headers.host, this.port);
    // A page of another site can lead a name of its own to this machine, and would then read and spend what is here.
    if (!isLocal && !listening.isPublic) return refuse(response, 403, "Call the proxy by the address that it printed.");
    if (isOfOtherPage(request.headers, this.scheme)) return refuse(response, 403, "The proxy does not answer pages of other origins.");
    const [path] = request.url.split("?", 1);
    if (this.#isEnding) response.setHeader("connection", "close");
    if (HEALTH.includes(path)) return answerHealth(path, response, health, this.#isEnding);
    if (path === "/metrics") return this.#answerMetrics(request, response);
    if (this.#isEnding) return refuse(response, 503, "The proxy is stopping and accepts no new calls.");
    response.on("finish", () => this.#isEnding && request.socket.end());
    const page = pageOf(request, pagesPath);
    if (page !== undefined) return isLocal && isLoopbackAddress(request.socket.remoteAddress) ? answerPage(page, response, sessions) : response.writeHead(403).end();
    return listener(request, response, this.#watch(request, response, path));
  }

  /** Logs and counts a call when it has ended. Returns what `onExchange` gets: the call, to which it adds the exchange. */
  #watch(request, response, path) {
    const { log, metrics, listener } = this.#parts;
    const start = performance.now();
    const call = { method: request.method, path, token: listener.nameOfToken(request.headers["x-rethought-token"]), exchange: undefined };
    this.#calls++;
    // The exchange is reported just after the answer has ended.
    const end = () => setImmediate(() => {
      if (--this.#calls === 0) this.#onIdle();
      const status = response.headersSent ? response.statusCode : 499;
      metrics.addRequest(status);
      log.call({ ...call, exchange: call.exchange, status, ms: performance.now() - start });
    });
    response.on("close", end);
    return call;
  }

  #answerMetrics(request, response) {
    const { metrics, listener, listening } = this.#parts;
    const { authorization = "", "x-rethought-token": token } = request.headers;
    // No call to a provider: here the header of keys can carry the token.
    const isAllowed = [token, /^Bearer (.+)$/i.exec(authorization)?.[1]].some((given) => listener.nameOfToken(given) !== undefined);
    if (listening.hasTokens && !isAllowed) return refuse(response, 401, "Send a token of this proxy: Authorization: Bearer TOKEN.");
    this.#server.getConnections((error, count) => {
      if (!error) metrics.setConnections(count);
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" }).end(metrics.text());
    });
    return undefined;
  }
}

function once(work) {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

const refuse = (response, status, sentence) => response.writeHead(status, { connection: "close" }).end(`${sentence}\n`);

const isLoopbackName = (host, port) => ["127.0.0.1", "localhost", "[::1]"].some((name) => host === `${name}:${port}`);
const isLoopbackAddress = (address) => /^(::ffff:)?127\.|^::1$/.test(address ?? "");
/** True if a browser sends this for a page of another origin: another port of this machine is one too. Programs send neither header. */
const isOfOtherPage = ({ origin, host, "sec-fetch-site": site }, scheme) => (origin !== undefined && origin !== `${scheme}://${host}`) || (site !== undefined && !["same-origin", "none"].includes(site));
