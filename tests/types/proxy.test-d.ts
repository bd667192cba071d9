import { memoryStore } from "rethought";
import { proxyHandler, proxyListener } from "rethought/proxy";
import type { ProxyExchange, ProxyHandler, ProxyOptions } from "rethought/proxy";
import type { Equal, Expect } from "./equal.js";

export const everything: ProxyOptions = {
  mode: "repair",
  store: memoryStore(),
  allow: ["unsafe"],
  off: ["unknown-handle"],
  hosts: ["api.deepseek.com"],
  upstreams: { anthropic: "http://localhost:1234" },
  base: "/models",
  convert: { wire: "openai-responses", model: "gpt-5.4", key: undefined },
  onExchange: ({ verdict, rules, ms, stream }) => [verdict, rules.length, ms.toFixed(), stream?.length],
};
export const handle: ProxyHandler = proxyHandler(everything);
export const listener = proxyListener({ mode: undefined });
export type Made = [
  Expect<Equal<ReturnType<typeof listener.settled>, Promise<void>>>,
  Expect<Equal<ProxyExchange["model"], string | undefined>>,
  Expect<Equal<Extract<ProxyOptions["mode"], string>, "observe" | "dry-run" | "repair" | "block">>,
];

// @ts-expect-error: there is no such mode.
proxyHandler({ mode: "mend" });
// @ts-expect-error: the conversation is told by headers.
proxyHandler({ conversation: "x" });
proxyHandler({ convert: { wire: "bedrock-converse", model: "x" } });
// @ts-expect-error: nothing is converted to Cohere.
proxyHandler({ convert: { wire: "cohere-chat", model: "x" } });
