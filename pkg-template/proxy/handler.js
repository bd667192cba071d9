// The proxy as a function from a request to a response, for every runtime that has fetch.
import { Guard, PassedBytes, readStream, teeResponse } from "../guard/parts.js";
import { maxBytes } from "../text/input.js";
import { MOST_ANSWER } from "./bounded-converter.js";
import { accountIn, conversationIn, credentialIn } from "./caller.js";
import { requestHeaders, answerHeaders } from "./forwarded.js";
import { conversionsOf } from "./conversions.js";
import { convertedExchange, guardedExchange } from "./exchange.js";
import { refusedCall, failedCall, unauthorized } from "./sentences.js";
import { routeOf } from "./routes.js";
import { settingsOf } from "./settings.js";
import { TOKEN } from "./tokens.js";

export function proxyHandler(options) {
  const settings = settingsOf(options);
  const guard = new Guard(settings.guard);
  const conversions = conversionsOf(settings, guard);
  const handle = async (request) => {
    const token = settings.tokens.find(request.headers.get(TOKEN));
    if (settings.tokens.isRequired && !token) return responseOf(unauthorized());
    const { pathname, search } = new URL(request.url);
    const route = pathname.startsWith(`${settings.base}/`) ? routeOf(`${pathname.slice(settings.base.length)}${search}`, settings.routes) : routeOf("/", settings.routes);
    if (!route.url) return responseOf(refusedCall(route));
    try {
      return await (conversions ? converted(request, route, settings, { conversions, token }) : guarded(request, route, settings, { guard, token }));
    } catch (error) {
      if (request.signal?.aborted) throw error;
      return responseOf(failedCall(route, error));
    }
  };
  return guard.lend(handle);
}

async function guarded(request, route, settings, { guard, token }) {
  const start = performance.now();
  const { conversation, account, credential } = callerOf(request, route, token);
  const trace = { conversation, account, isShared: true, token: token?.digest };
  const own = [...request.headers];
  const init = { method: request.method, headers: own, body: request.body ?? undefined, signal: request.signal, redirect: "manual", ...(request.body ? { duplex: "half" } : {}) };
  // The guard reads the client's headers. The forwarded headers are made when the request is sent.
  const response = await guard.pass([route.url.href, init], (_, sent) => fetch(route.address, { ...sent, headers: sentHeaders(sent) }), trace);
  return withHook(forwardedResponse(response, trace), settings.onExchange, (answer) => guardedExchange({ ...trace, credential }, answer, performance.now() - start));
}

function callerOf({ headers }, { url }, token) {
  const get = (name) => headers.get(name) ?? undefined;
  return { conversation: conversationIn(get), account: accountIn(get, token), credential: credentialIn(get, url, token) };
}

/**
 * Fetch unpacks answers, and requests encodings that it can unpack. It frames bodies, and limits a stream to the length that the client
 * gave.
 */
function sentHeaders({ headers, body }) {
  const pairs = [...headers];
  const length = typeof body?.getReader === "function" ? pairs.filter(([name]) => name.toLowerCase() === "content-length") : [];
  return [...requestHeaders(pairs, false).filter(([name]) => name.toLowerCase() !== "accept-encoding"), ...length];
}

/** Returns the provider's response without the headers that are no longer true: fetch has unpacked it. */
function forwardedResponse(response, { isSigned, exchange }) {
  const isUnpacked = response.headers.has("content-encoding");
  const headers = new Headers(answerHeaders([...response.headers]).filter(([name]) => !(isUnpacked && ["content-encoding", "content-length"].includes(name))));
  if (isSigned && exchange) headers.set("x-rethought", "signed, not repaired");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Copies the response for the hook, if there is one. */
function withHook(response, onExchange, eventOf) {
  if (!onExchange) return response;
  const copy = new PassedBytes();
  const answer = (isCut) => ({ status: response.status, type: response.headers.get("content-type") ?? "", bytes: copy.bytes, isCut });
  const report = (kind) => call(onExchange, eventOf(answer(kind !== "whole")));
  return teeResponse(response, copy, report) ?? (report("whole"), response);
}

function call(onExchange, event) {
  try {
    if (event) onExchange(event);
  } catch {
    // An exception in a hook does not affect the call.
  }
}

async function converted(request, route, settings, { conversions, token }) {
  const start = performance.now();
  const caller = callerOf(request, route, token);
  const { bytes } = request.method === "POST" && request.body ? await readStream(request.body, maxBytes()) : { bytes: new Uint8Array(0) };
  const { conversion, answer: own } = await conversions.begin(request.method, bytes, route.url, caller);
  if (own) return responseOf(own);
  const { address } = routeOf(`/host/${conversion.url.host}${conversion.url.pathname}${conversion.url.search}`, settings.converted);
  const response = await fetch(address, { method: "POST", headers: conversion.headers, body: conversion.request, signal: request.signal, redirect: "manual" }).catch((error) => error);
  if (response instanceof Error) {
    if (request.signal?.aborted) throw response;
    return responseOf(conversion.unreachable(response));
  }
  const read = withHook(response, conversion.isExchange ? settings.onExchange : undefined, (answer) => convertedExchange(conversion, caller, answer, performance.now() - start));
  if (response.ok && conversion.isStream) return new Response(convertedStream(read.body, conversion.stream()), { headers: conversion.streamHeaders(response) });
  const { bytes: answered, rest } = read.body ? await readStream(read.body, MOST_ANSWER) : { bytes: new Uint8Array(0) };
  await rest?.cancel().catch(() => {});
  return responseOf(conversion.whole(answered, response));
}

/** Returns the chunks of a stream, converted. It ends the provider's stream when the converter accepts no more. */
function convertedStream(body, converter) {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read();
        const made = done ? converter.finish().rest : converter.push(value);
        if (made.length) controller.enqueue(made);
        if (converter.isOver) await reader.cancel().catch(() => {});
        if (done || converter.isOver) return controller.close();
        if (made.length) return undefined;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const responseOf = ({ status, headers, body }) => new Response(body, { status, headers });
