// Looks into the store at the end: every answer that a conversation went on from is on record under it, but for those that were lost with a process.
import { moduleOf } from "../../../scripts/load-package.mjs";
import { front, guards } from "../drive.mjs";
import { redisClient } from "./redis-client.mjs";

const { redisStore } = await moduleOf("stores.js");
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** Counts the answers that are on record and the conversations whose answers are there but not in one branch, and lists the answers that are not there and should be. */
export async function lookUp(socket, conversations) {
  const client = await redisClient(socket);
  const store = redisStore(client);
  const unnamed = await front.Ledger.open(store);
  const [missing, sum] = [[], { answers: 0, apart: 0 }];
  for (const conversation of conversations) {
    const ledger = conversation.name === undefined ? unnamed : await front.Ledger.open(guards.conversationStore(store, conversation.name));
    const { taken } = conversation;
    const kept = taken.filter(({ isLost }) => !isLost);
    const isJoined = kept.length === taken.length && (await branchOf(conversation, ledger)) === taken.length;
    if (!isJoined) missing.push(...(await missingOf(kept, ledger)));
    if (!isJoined && kept.length === taken.length) sum.apart++;
    sum.answers += taken.length;
    if (ledger !== unnamed) ledger[dispose]();
  }
  await client.quit();
  return { ...sum, missing };
}

/** The number of answers that a conversation goes on from, as the ledger knows it. */
async function branchOf(conversation, ledger) {
  const { whole, url, headers } = conversation.next({ isDamaged: false });
  return (await ledger.conversation(whole, { url, headers }))?.branch.length;
}

/** Looks for each answer by itself: to record it again must bring nothing new. */
async function missingOf(calls, ledger) {
  const missing = [];
  for (const { id, whole, said, url, headers } of calls) {
    const answer = said.text.startsWith("{") ? { response: said.text } : { stream: said.text };
    if (await ledger.record({ request: whole, target: { url, headers }, ...answer })) missing.push(id);
  }
  return missing;
}
