// Work on the ledger of a conversation, for a call that the guard does not pass on.
import { RethoughtError, StoreError } from "../errors/index.js";
import { Patience } from "./patience.js";

const NO_BYTES = new Uint8Array(0);

/**
 * Does work on a ledger, and writes what its `save` says to the store, in the background. `account` is that of the call, `bytes` about how much the work adds. Resolves to the result of the work, or to nothing if
 * the store fails, which is reported.
 */
export async function workOnLedger({ conversation, account, bytes }, work, { ledgers, recorder, notices, storeTimeout }) {
  const about = { conversation: conversation.name ?? undefined, request: { length: bytes } };
  try {
    const { result, save } = await ledgers.use(conversation, bytes, new Patience(storeTimeout), work);
    // Never rejects. Nobody waits for the store.
    recorder.record({ about, conversation, target: { account }, write: save }, { response: NO_BYTES, time: Date.now() });
    return result;
  } catch (error) {
    // An error of the request is the caller's to report.
    if (error instanceof RethoughtError && !(error instanceof StoreError)) throw error;
    notices.storeError(error, about);
    return undefined;
  }
}
