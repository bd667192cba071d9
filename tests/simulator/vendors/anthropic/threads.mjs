// Threads: the server stores a conversation under the id of its last answer, and a request that continues it has only the new messages.
import { canonical } from "../../json.mjs";
import { refuse } from "../../verdict.mjs";
import { BETAS } from "./models.mjs";

/** The fields that the server reads from the thread. */
const FIXED = ["system", "tools"];
/** The fields that threads do not support (ThreadUnsupportedFeatureName of the SDK). */
const UNSUPPORTED = ["context_management", "fallbacks"];

export function checkThread({ thread, ...body }, betas, { threads }) {
  if (!thread) return;
  if (!betas.includes(BETAS.threads)) refuse("anth-thread-beta"); // anth-thread-no-beta
  const name = UNSUPPORTED.find((one) => body[one] !== undefined);
  if (name) refuse("anth-thread-unsupported", { name }); // anth-thread-unsupported
  if (thread.type !== "continue") return;
  const stored = threads?.get(thread.previous_message_id);
  if (!stored) refuse("anth-thread-lost"); // anth-thread-not-found
  if (stored.continued) refuse("anth-thread-continued"); // anth-thread-already-continued
  const other = FIXED.find((one) => body[one] !== undefined && canonical(body[one]) !== canonical(stored[one]));
  if (other) refuse("anth-thread-fields", { name: other }); // anth-thread-fingerprint
  // A client that continues from an answer has accepted it, and will not request another in its place.
  if (threads.has(stored.from)) threads.get(stored.from).continued = true;
}

/** Returns the whole conversation, and the number of its stored messages. */
export function continued(sent, { threads }) {
  if (sent.thread?.type !== "continue") return { body: sent, before: 0 };
  const { messages, system, tools } = threads.get(sent.thread.previous_message_id);
  return { body: { ...sent, system, tools, messages: [...messages, ...sent.messages] }, before: messages.length };
}

/** Stores the conversation under the id of an answer. */
export function keepThread(body, { id, role, content }, { threads }) {
  if (body.thread) threads?.set(id, { messages: [...body.messages, { role, content }], system: body.system, tools: body.tools, from: body.thread.previous_message_id, continued: false });
}
