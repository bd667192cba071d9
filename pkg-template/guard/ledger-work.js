// Work on the ledger of a conversation, for a call that the guard does not pass on.
import { RethoughtError, StoreError } from "../errors/index.js";
import { Patience } from "./patience.js";

const NO_BYTES = new Uint8Array(0);

/**
 * Calls `work` with a ledger. Then it calls the `save` that `work` returned, in the background, which writes to the store. `account` is the account of the call, `bytes` the approximate size of what the work adds.
 * Resolves to the result of the work. If the store fails, it reports the failure and resolves to `undefined`.
 */
export async function workOnLedger({ conversation, account, bytes }, work, { ledgers, recorder, notices, storeTimeout }) {
  const about = { conversation: conversation.name ?? undefined, request: { length: bytes } };
  try {
    const { result, save } = await ledgers.use(conversation, bytes, new Patience(storeTimeout), work);
    // This promise never rejects, and the call does not wait for the store.
    recorder.record({ about, conversation, target: { account }, write: save }, { response: NO_BYTES, time: Date.now() });
    return result;
  } catch (error) {
    // An error of the request is the caller's to report.
    if (error instanceof RethoughtError && !(error instanceof StoreError)) throw error;
    notices.storeError(error, about);
    return undefined;
  }
}
