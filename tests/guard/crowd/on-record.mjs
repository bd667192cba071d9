// Checks the store at the end: every answer that a conversation continued from is recorded under it, except those that were lost with a process.
import { moduleOf } from "../../../scripts/load-package.mjs";
import { front, guards } from "../drive.mjs";
import { redisClient } from "./redis-client.mjs";

const { redisStore } = await moduleOf("stores/index.js");
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/**
 * Counts the answers. Lists the complete conversations that are not one branch, and, for the others, the answers that should be recorded and are not.
 */
export async function lookUp(socket, conversations) {
  const client = await redisClient(socket);
  const store = redisStore(client);
  const unnamed = await front.Ledger.open(store);
  const [missing, apart] = [[], []];
  let answers = 0;
  for (const conversation of conversations) {
    const ledger = conversation.name === undefined ? unnamed : await front.Ledger.open(guards.conversationStore(store, conversation.name));
    const { taken } = conversation;
    const kept = taken.filter(({ isLost }) => !isLost);
    if (kept.length < taken.length) missing.push(...(await missingOf(kept, ledger)));
    else if ((await branchOf(conversation, ledger)) !== taken.length) apart.push(conversation.mark);
    answers += taken.length;
    if (ledger !== unnamed) ledger[dispose]();
  }
  await client.quit();
  return { answers, apart, missing };
}

/** Returns the number of answers that a conversation continues from, according to the ledger. */
async function branchOf(conversation, ledger) {
  const { whole, url, headers } = conversation.next({ isDamaged: false });
  return (await ledger.conversation(whole, { url, headers }))?.branch.length;
}

/** Looks for each answer separately: recording it again must add nothing. */
async function missingOf(calls, ledger) {
  const missing = [];
  for (const { id, whole, said, url, headers } of calls) {
    const answer = said.text.startsWith("{") ? { response: said.text } : { stream: said.text };
    if (await ledger.record({ request: whole, target: { url, headers }, ...answer })) missing.push(id);
  }
  return missing;
}
