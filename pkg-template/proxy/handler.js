// The proxy as a function from a request to a response, for every runtime that has fetch.
import { Guard, PassedBytes, teeResponse } from "../guarding.js";
import { conversationIn, requestHeaders, answerHeaders } from "./forwarded.js";
import { Conversions } from "./conversion.js";
import { convertedExchange, guardedExchange } from "./exchange.js";
import { refusedCall, failedCall } from "./sentences.js";
import { routeOf } from "./routes.js";
import { settingsOf } from "./settings.js";

export function proxyHandler(options) {
  const settings = settingsOf(options);
  const guard = new Guard(settings.guard);
  const conversions = settings.vendor && new Conversions(settings.vendor);
  const handle = async (request) => {
    const { pathname, search } = new URL(request.url);
    const route = pathname.startsWith(`${settings.base}/`) ? routeOf(`${pathname.slice(settings.base.length)}${search}`, settings.routes) : routeOf("/", settings.routes);
    if (!route.url) return responseOf(refusedCall(route));
    try {
      return await (conversions ? converted(request, route, settings, conversions) : guarded(request, route, settings, guard));
    } catch (error) {
      if (request.signal?.aborted) throw error;
      return responseOf(failedCall(route, error));
    }
  };
  return guard.lend(handle);
}

async function guarded(request, route, settings, guard) {
  const start = performance.now();
  const trace = { conversation: conversationIn((name) => request.headers.get(name) ?? undefined) };
  const own = [...request.headers];
  const init = { method: request.method, headers: own, body: request.body ?? undefined, signal: request.signal, redirect: "manual", ...(request.body ? { duplex: "half" } : {}) };
  // The guard looks at the headers of the client. Those that go on are made when it is sent.
  const response = await guard.pass([route.url.href, init], (_, sent) => fetch(route.address, { ...sent, headers: sentHeaders(sent) }), trace);
  return told(passedOn(response, trace), settings.onExchange, (answer) => guardedExchange(trace, answer, performance.now() - start));
}

/** Fetch unpacks what it gets, and asks for what it can unpack. It frames bodies, and holds a stream to the length that the client gave. */
function sentHeaders({ headers, body }) {
  const pairs = [...headers];
  const length = typeof body?.getReader === "function" ? pairs.filter(([name]) => name.toLowerCase() === "content-length") : [];
  return [...requestHeaders(pairs, false).filter(([name]) => name.toLowerCase() !== "accept-encoding"), ...length];
}

/** The response of the provider without what is not true of it any more: fetch has unpacked it. */
function passedOn(response, { isSigned, exchange }) {
  const isUnpacked = response.headers.has("content-encoding");
  const headers = new Headers(answerHeaders([...response.headers]).filter(([name]) => !(isUnpacked && ["content-encoding", "content-length"].includes(name))));
  if (isSigned && exchange) headers.set("x-rethought", "signed, not repaired");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Reads a response along for the hook, if there is one. */
function told(response, onExchange, eventOf) {
  if (!onExchange) return response;
  const copy = new PassedBytes();
  const answer = (isCut) => ({ status: response.status, type: response.headers.get("content-type") ?? "", bytes: copy.bytes, isCut });
  const tell = (kind) => call(onExchange, eventOf(answer(kind !== "whole")));
  return teeResponse(response, copy, tell) ?? (tell("whole"), response);
}

function call(onExchange, event) {
  try {
    if (event) onExchange(event);
  } catch {
    // A hook breaks no call.
  }
}

async function converted(request, route, settings, conversions) {
  const start = performance.now();
  const conversation = conversationIn((name) => request.headers.get(name) ?? undefined);
  const conversion = request.method === "POST" ? conversions.begin(new Uint8Array(await request.arrayBuffer()), route.url, conversation) : undefined;
  if (!conversion) return responseOf(refusedCall({ status: 404, sentence: "calls are converted here, and this is none to a model" }));
  const { address } = routeOf(`/host/${conversion.url.host}${conversion.url.pathname}${conversion.url.search}`, settings.converted);
  const response = await fetch(address, { method: "POST", headers: conversion.headers, body: conversion.request, signal: request.signal, redirect: "manual" });
  const read = told(response, settings.onExchange, (answer) => convertedExchange(conversion, conversation, answer, performance.now() - start));
  const headers = { "content-type": conversion.type };
  if (response.ok && conversion.isStream) return new Response(read.body.pipeThrough(convertingStream(conversion.stream())), { headers });
  const { status, body } = conversion.whole(new Uint8Array(await read.arrayBuffer()), response.status);
  return new Response(body, { status, headers: { "content-type": "application/json" } });
}

function convertingStream(converter) {
  const put = (bytes, controller) => bytes.length && controller.enqueue(bytes);
  return new TransformStream({
    transform: (chunk, controller) => put(converter.push(chunk), controller),
    flush: (controller) => put(converter.finish().rest, controller),
  });
}

const responseOf = ({ status, headers, body }) => new Response(body, { status, headers });
