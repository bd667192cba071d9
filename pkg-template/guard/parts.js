// The parts of the guard that `rethought/guard` and `rethought/proxy` are both made of. It is not an entry of the package.
export { mayBeJson } from "./call.js";
export { ComparedRequest } from "./compared-request.js";
export { gatewayFacts } from "./gateway-facts.js";
export { guard } from "./guarded-fetch.js";
export { Guard } from "./guard.js";
export { isUsed } from "./lent-members.js";
export { nodeModule } from "./node-module.js";
export { answerFingerprint, bodyOfStream, isStream } from "./read-answer.js";
export { READ_ALONG, READ_WHOLE, responseWith, teeResponse, PassedBytes } from "./response-tee.js";
export { settingsOf } from "./settings.js";
export { readStream } from "./stream-body.js";
export { isZipped, unzipped } from "./unzipped.js";
export { withConversation } from "./context.js";
export { conversationStore } from "./conversation-store.js";
export { encryptedBy, isEncrypted } from "../ledger/encrypted-store.js";
export { keysOfLine } from "../ledger/line-keys.js";
export { readNames, saveLine } from "../ledger/store-values.js";
export { damageOf } from "../stores/damaged-line.js";
