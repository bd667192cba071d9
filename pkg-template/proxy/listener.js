// The proxy as a listener of node:http. Chunks pass from one connection to the other without a stream of fetch, which would double the
// time.
import { Guard, mayBeJson, PassedBytes, READ_ALONG, READ_WHOLE } from "../guard/parts.js";
import { maxBytes } from "../text/input.js";
import { MOST_ANSWER } from "./bounded-converter.js";
import { Conversions } from "./conversions.js";
import { convertedExchange, guardedExchange } from "./exchange.js";
import { conversationIn, credentialIn } from "./caller.js";
import { pairsOf, requestHeaders } from "./forwarded.js";
import { framingOf } from "./framing.js";
import { NodeSender } from "./node-sender.js";
import { takeNodeBody } from "./node-body.js";
import { routeOf } from "./routes.js";
import { failedCall, refusedCall } from "./sentences.js";
import { settingsOf } from "./settings.js";

const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

export function proxyListener(options) {
  const proxy = new NodeProxy(settingsOf(options));
  const listen = (request, response) => void proxy.answer(request, response);
  listen.settled = () => proxy.settled();
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
    this.#conversions = settings.vendor && new Conversions(settings.vendor);
  }

  async settled() {
    await this.#guard.settled();
  }

  dispose() {
    this.#guard.dispose();
    this.#sender.close();
  }

  /** Answers a call. Failures are answered too, and do not affect other calls. */
  async answer(request, response) {
    const { base, routes } = this.#settings;
    const framing = framingOf(request);
    if (framing.fault) return sendAnswer(request, response, refusedCall({ status: 400, sentence: framing.fault }), { isLast: true });
    const route = request.url.startsWith(`${base}/`) ? routeOf(request.url.slice(base.length), routes) : routeOf("/", routes);
    if (!route.url) return sendAnswer(request, response, refusedCall(route));
    const gone = new AbortController();
    response.on("close", () => response.writableFinished || gone.abort());
    try {
      await (this.#conversions ? this.#convert(request, response, route, gone.signal) : this.#pass(request, response, route, { framing, signal: gone.signal }));
    } catch (error) {
      if (response.headersSent || gone.signal.aborted) response.destroy();
      else sendAnswer(request, response, failedCall(route, error));
    }
  }

  async #pass(request, response, route, { framing, signal }) {
    const start = performance.now();
    const { method } = request;
    const pairs = pairsOf(request.rawHeaders);
    const { conversation, credential } = callerOf(request, route);
    const trace = { isOwn: true, isShared: true, conversation };
    const body = await this.#bodyOf(request, pairs, framing);
    const send = (_, { body, headers }) => this.#sender.send(route.address, { method, headers: requestHeaders(headers, ArrayBuffer.isView(body)), body, length: framing.length, signal });
    const call = { method, headers: pairs, body, signal };
    // A body that the guard cannot read is streamed to the provider.
    const answer = await (ArrayBuffer.isView(body) ? this.#guard.pass([route.url.href, call], send, trace) : send(route.url, call));
    const told = (isCut) => this.#tell(() => guardedExchange({ ...trace, credential }, { status: answer.status, type: answer.type, bytes: answer.bytes, isCut }, performance.now() - start));
    if (answer instanceof Response) {
      sendAnswer(request, response, { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() });
      return told(false);
    }
    const more = trace.isSigned && trace.exchange ? [["x-rethought", "signed, not repaired"]] : [];
    told((await answer.pass(response, { more })) === "cut");
  }

  /** Returns the body of a call: bytes if it may be a call to a model and is not too long, else the stream; nothing if it has none. */
  async #bodyOf(request, headers, { hasBody }) {
    if (!hasBody) return undefined;
    return request.method === "POST" && mayBeJson({ headers }) ? takeNodeBody(request, maxBytes()) : request;
  }

  async #convert(request, response, route, signal) {
    const start = performance.now();
    const caller = callerOf(request, route);
    const body = request.method === "POST" ? await takeNodeBody(request, maxBytes()) : undefined;
    const { conversion, answer: own } = this.#conversions.begin(request.method, body, route.url, caller);
    if (own) return sendAnswer(request, response, own);
    const { address } = routeOf(`/host/${conversion.url.host}${conversion.url.pathname}${conversion.url.search}`, this.#settings.converted);
    const answer = await this.#sender.send(address, { method: "POST", headers: conversion.headers, body: conversion.request, signal }).catch((error) => error);
    if (answer instanceof Error) {
      if (signal.aborted) throw answer;
      return sendAnswer(request, response, conversion.unreachable(answer));
    }
    const told = (isCut, bytes) => conversion.isExchange && this.#tell(() => convertedExchange(conversion, caller, { status: answer.status, type: answer.type, bytes, isCut }, performance.now() - start));
    if (answer.ok && conversion.isStream) {
      const kept = this.#settings.onExchange ? new PassedBytes() : undefined;
      answer[READ_ALONG](kept, () => {});
      const kind = await answer.pass(response, { converter: conversion.stream(), headers: conversion.streamHeaders(answer) });
      return told(kind === "cut", kept?.bytes);
    }
    const bytes = await answer[READ_WHOLE](MOST_ANSWER);
    if (!bytes) answer.destroy();
    sendAnswer(request, response, conversion.whole(bytes, answer));
    told(!bytes, bytes);
  }

  #tell(eventOf) {
    const { onExchange, guard: { hooks } } = this.#settings;
    if (!onExchange) return;
    try {
      const event = eventOf();
      if (event) onExchange(event);
    } catch (error) {
      hooks.onError?.(error, {});
    }
  }
}

function callerOf({ headers }, { url }) {
  const get = (name) => headers[name];
  return { conversation: conversationIn(get), credential: credentialIn(get, url) };
}

/** Answers with a body. The rest of the request is not read. If it is the last, nothing after it on the connection is read either. */
function sendAnswer(request, response, { status, headers, body }, { isLast = false } = {}) {
  response.writeHead(status, { ...headers, ...(request.complete && !isLast ? {} : { connection: "close" }) }).end(body);
}
