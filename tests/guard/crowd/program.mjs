// One guard over one Redis, for the calls of many clients: `node program.mjs <socket of Redis> <origin of the provider>`. Calls and results are
// messages. It also reports the recorded answers, the failures of the guard, and, on request, its memory.
import { AsyncLocalStorage } from "node:async_hooks";
import { moduleOf } from "../../../scripts/load-package.mjs";
import { redisClient } from "./redis-client.mjs";

const [, , socket, origin] = process.argv;
const { guard, withConversation } = await moduleOf("entry/guard.js");
const { redisStore } = await moduleOf("stores/index.js");

/** The id of the client's current call, and the ids by the guard's numbers of calls. */
const current = new AsyncLocalStorage();
const idOf = new Map();

const provider = (url, init) => fetch(`${origin}/${new URL(url).host}${new URL(url).pathname}`, init);
const guarded = guard(provider, {
  mode: "repair",
  store: redisStore(await redisClient(socket)),
  conversation: (_, headers) => headers.get("x-conversation") ?? undefined,
  onReport: ({ call }) => idOf.set(call, current.getStore()),
  onRecorded: ({ call }) => (process.send({ kind: "recorded", id: idOf.get(call) }), idOf.delete(call)),
  onError: (error, { call }) => process.send({ kind: "error", id: idOf.get(call) ?? current.getStore(), message: String(error?.message ?? error) }),
});

const ANSWERS = {
  call: ({ id, conversation, ...call }) => current.run(id, () => (conversation === undefined ? resultOf(call) : withConversation(conversation, () => resultOf(call)))),
  settle: () => guarded.settled(),
  memory,
};

process.on("message", async ({ id, kind, ...more }) => process.send({ kind: "answer", id, value: await ANSWERS[kind]({ id, ...more }) }));
process.on("disconnect", () => process.exit());
process.send({ kind: "ready" });

/** Returns a caller's result of a call: the status, the received text, and the error that ended it. */
async function resultOf({ url, headers, body }) {
  const result = { status: undefined, text: "" };
  try {
    const response = await guarded(url, { method: "POST", headers, body });
    result.status = response.status;
    const decoder = new TextDecoder();
    for await (const chunk of response.body) result.text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    result.error = `${error.name}: ${error.message}`;
  }
  return result;
}

/** Returns the memory after garbage collection, in MB. */
async function memory() {
  for (let nth = 0; nth < 2; nth++) (globalThis.gc(), await new Promise((resolve) => setTimeout(resolve, 10)));
  const { heapUsed, external, rss } = process.memoryUsage();
  return Object.fromEntries(Object.entries({ used: heapUsed + external, rss }).map(([name, bytes]) => [name, Math.round(bytes / (1 << 20))]));
}
