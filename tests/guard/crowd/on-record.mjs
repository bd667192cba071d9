// Looks into the store at the end: every answer that a conversation went on from is on record under it, but for those that were lost with a process.
import { moduleOf } from "../../../scripts/load-package.mjs";
import { front, guards } from "../drive.mjs";
import { redisClient } from "./redis-client.mjs";

const { redisStore } = await moduleOf("stores.js");
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** Counts the answers that are on record, and lists those that are not and should be. */
export async function lookUp(socket, conversations) {
  const client = await redisClient(socket);
  const store = redisStore(client);
  const unnamed = await front.Ledger.open(store);
  const [missing, sum] = [[], { answers: 0 }];
  for (const conversation of conversations) {
    const ledger = conversation.name === undefined ? unnamed : await front.Ledger.open(guards.conversationStore(store, conversation.name));
    missing.push(...(await missingOf(conversation, ledger)));
    sum.answers += conversation.taken.length;
    if (ledger !== unnamed) ledger[dispose]();
  }
  await client.quit();
  return { ...sum, missing };
}

async function missingOf(conversation, ledger) {
  const { taken, mark } = conversation;
  const kept = taken.filter(({ isLost }) => !isLost);
  if (kept.length < taken.length) return missingByEach(kept, ledger);
  const { whole, url, headers } = conversation.next({ isDamaged: false });
  const found = await ledger.conversation(whole, { url, headers });
  return found?.branch.length === taken.length ? [] : [`${mark}: ${found?.branch.length ?? 0} of ${taken.length}`];
}

/** Where one was lost, each is looked for by itself: to record it again must bring nothing new. */
async function missingByEach(calls, ledger) {
  const missing = [];
  for (const { id, whole, said, url, headers } of calls) {
    const answer = said.text.startsWith("{") ? { response: said.text } : { stream: said.text };
    if (await ledger.record({ request: whole, target: { url, headers }, ...answer })) missing.push(id);
  }
  return missing;
}
