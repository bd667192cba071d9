// The proxy as a listener of node:http. Chunks pass from one connection to the other without a stream of fetch, which would double the
// time.
import { Guard, mayBeJson, PassedBytes, READ_ALONG, READ_WHOLE } from "../guard/parts.js";
import { maxBytes } from "../text/input.js";
import { MOST_ANSWER } from "./bounded-converter.js";
import { conversionsOf } from "./conversions.js";
import { convertedExchange, guardedExchange } from "./exchange.js";
import { accountIn, conversationIn, credentialIn } from "./caller.js";
import { pairsOf, requestHeaders } from "./forwarded.js";
import { framingOf } from "./framing.js";
import { NodeSender } from "./node-sender.js";
import { limitedBody, takeNodeBody } from "./node-body.js";
import { routeOf } from "./routes.js";
import { failedCall, refusedCall, unauthorized } from "./sentences.js";
import { listenerSettingsOf } from "./settings.js";
import { TOKEN } from "./tokens.js";

const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export function proxyListener(options) {
  const proxy = new NodeProxy(listenerSettingsOf(options));
  const listen = (request, response, context) => void proxy.answer(request, response, context);
  listen.nameOfToken = (token) => proxy.nameOfToken(token);
  listen.settled = () => proxy.settled();
  Object.defineProperty(listen, "waiting", { get: () => proxy.waiting });
  listen.forget = (what) => proxy.forget(what);
  listen[dispose] = () => proxy.dispose();
  return listen;
}

class NodeProxy {
  #settings;
  #guard;
  #sender = new NodeSender();
  #conversions;

  constructor(settings) {
    this.#settings = settings;
    this.#guard = new Guard(settings.guard);
    this.#conversions = conversionsOf(settings, this.#guard);
  }

  nameOfToken(token) {
    return this.#settings.tokens.find(token)?.name;
  }

  async settled() {
    await this.#guard.settled();
  }

  /** The number of answers that the store has not taken. */
  get waiting() {
    return this.#guard.waiting;
  }

  forget(what) {
    return this.#guard.forget(what);
  }

  dispose() {
    this.#guard.dispose();
    this.#sender.close();
  }

  /** Answers a call. Failures are answered too, and do not affect other calls. `context` is passed on to `onExchange`. */
  async answer(request, response, context) {
    const { base, routes, tokens, maxBodyBytes, maxCallMs } = this.#settings;
    const framing = framingOf(request);
    if (framing.fault) return sendAnswer(request, response, refusedCall({ status: 400, sentence: framing.fault }), { isLast: true });
    const token = tokens.find(request.headers[TOKEN]);
    if (tokens.isRequired && !token) return sendAnswer(request, response, unauthorized(), { isLast: true });
    if (framing.length > maxBodyBytes) return sendAnswer(request, response, refusedCall(tooLong(maxBodyBytes)), { isLast: true });
    const route = request.url.startsWith(`${base}/`) ? routeOf(request.url.slice(base.length), routes) : routeOf("/", routes);
    if (!route.url) return sendAnswer(request, response, refusedCall(route));
    const gone = new AbortController();
    const deadline = maxCallMs === undefined ? undefined : setTimeout(() => gone.abort(tooLate(maxCallMs)), maxCallMs);
    response.on("close", () => (clearTimeout(deadline), response.writableFinished || gone.abort()));
    const call = { framing, gone, signal: gone.signal, token, context };
    try {
      await (this.#conversions ? this.#convert(request, response, route, call) : this.#pass(request, response, route, call));
    } catch (error) {
      // A limit is the reason of the abort, with a status. A client that gave up has none.
      const { aborted, reason } = gone.signal;
      if (response.headersSent || (aborted && reason?.status === undefined)) response.destroy();
      else sendAnswer(request, response, aborted ? refusedCall(reason) : failedCall(route, error), { isLast: aborted });
    }
  }

  async #pass(request, response, route, { framing, gone, signal, token, context }) {
    const start = performance.now();
    const { method } = request;
    const pairs = pairsOf(request.rawHeaders);
    const { conversation, account, credential } = callerOf(request, route, token);
    const trace = { isOwn: true, isShared: true, conversation, account, token: token?.digest };
    const body = await this.#bodyOf(request, pairs, framing, gone);
    const send = (_, { body, headers }) => this.#sender.send(route.address, { method, headers: requestHeaders(headers, ArrayBuffer.isView(body)), body, length: framing.length, signal });
    const call = { method, headers: pairs, body, signal };
    // A body that the guard cannot read is streamed to the provider.
    const answer = await (ArrayBuffer.isView(body) ? this.#guard.pass([route.url.href, call], send, trace) : send(route.url, call));
    const report = (isCut) => this.#emit(() => guardedExchange({ ...trace, credential }, { status: answer.status, type: answer.type, bytes: answer.bytes, isCut }, performance.now() - start), context);
    if (answer instanceof Response) {
      sendAnswer(request, response, { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() });
      return report(false);
    }
    const more = trace.isSigned && trace.exchange ? [["x-rethought", "signed, not repaired"]] : [];
    report((await answer.pass(response, { more })) === "cut");
  }

  /** Returns the body of a call: bytes if it may be a call to a model and is not too long, else the stream; nothing if it has none. */
  async #bodyOf(request, headers, { hasBody }, gone) {
    if (!hasBody) return undefined;
    const body = request.method === "POST" && mayBeJson({ headers }) ? await this.#bytesOf(request, gone) : request;
    if (ArrayBuffer.isView(body)) return body;
    const { maxBodyBytes } = this.#settings;
    return limitedBody(body, maxBodyBytes, () => gone.abort(tooLong(maxBodyBytes)));
  }

  /** Returns the bytes of a body, or a stream if there are more than the guard reads. Throws if there are more than are allowed. */
  async #bytesOf(request, gone) {
    const { maxBodyBytes } = this.#settings;
    const body = await takeNodeBody(request, Math.min(maxBytes(), maxBodyBytes), gone.signal);
    if (!ArrayBuffer.isView(body) && maxBodyBytes <= maxBytes()) {
      gone.abort(tooLong(maxBodyBytes));
      gone.signal.throwIfAborted();
    }
    return body;
  }

  async #convert(request, response, route, { gone, signal, token, context }) {
    const start = performance.now();
    const caller = callerOf(request, route, token);
    const body = request.method === "POST" ? await this.#bytesOf(request, gone) : undefined;
    const { conversion, answer: own } = await this.#conversions.begin(request.method, body, route.url, caller);
    if (own) return sendAnswer(request, response, own);
    const { address } = routeOf(`/host/${conversion.url.host}${conversion.url.pathname}${conversion.url.search}`, this.#settings.converted);
    const answer = await this.#sender.send(address, { method: "POST", headers: conversion.headers, body: conversion.request, signal }).catch((error) => error);
    if (answer instanceof Error) {
      if (signal.aborted) throw answer;
      return sendAnswer(request, response, conversion.unreachable(answer));
    }
    const report = (isCut, bytes) => conversion.isExchange && this.#emit(() => convertedExchange(conversion, caller, { status: answer.status, type: answer.type, bytes, isCut }, performance.now() - start), context);
    if (answer.ok && conversion.isStream) {
      const kept = this.#settings.onExchange ? new PassedBytes() : undefined;
      answer[READ_ALONG](kept, () => {});
      const kind = await answer.pass(response, { converter: conversion.stream(), headers: conversion.streamHeaders(answer) });
      return report(kind === "cut", kept?.bytes);
    }
    const bytes = await answer[READ_WHOLE](MOST_ANSWER);
    if (!bytes) answer.destroy();
    sendAnswer(request, response, conversion.whole(bytes, answer));
    report(!bytes, bytes);
  }

  #emit(eventOf, context) {
    const { onExchange, guard: { hooks } } = this.#settings;
    if (!onExchange) return;
    try {
      const event = eventOf();
      if (event) onExchange(event, context);
    } catch (error) {
      hooks.onError?.(error, {});
    }
  }
}

function callerOf({ headers }, { url }, token) {
  const get = (name) => headers[name];
  return { conversation: conversationIn(get), account: accountIn(get, token), credential: credentialIn(get, url, token) };
}

/** The reasons for which a limit ends a call. */
const tooLong = (most) => ({ status: 413, sentence: `The request has more than ${most} bytes, which is the limit of this proxy.` });
const tooLate = (ms) => ({ status: 504, sentence: `The call took longer than ${ms / 1000} s, which is the limit of this proxy.` });

/** Answers with a body. The rest of the request is not read. If it is the last, nothing after it on the connection is read either. */
function sendAnswer(request, response, { status, headers, body }, { isLast = false } = {}) {
  response.writeHead(status, { ...headers, ...(request.complete && !isLast ? {} : { connection: "close" }) }).end(body);
}
