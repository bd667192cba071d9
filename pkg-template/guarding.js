// The parts of the guard that `rethought/guard` and `rethought/proxy` are both made of. It is no entry of the package.
export { isStream } from "./guard/answer.js";
export { mayBeJson } from "./guard/call.js";
export { ComparedRequest } from "./guard/compared-request.js";
export { guard } from "./guard/guarded-fetch.js";
export { Guard } from "./guard/guard.js";
export { nodeModule } from "./guard/node-module.js";
export { READ_ALONG, READ_WHOLE, responseWith, teeResponse, PassedBytes } from "./guard/response-tee.js";
export { settingsOf } from "./guard/settings.js";
export { readStream } from "./guard/stream-body.js";
export { isZipped, unzipped } from "./guard/unzipped.js";
export { withConversation } from "./guard/context.js";
export { conversationStore } from "./guard/conversation-store.js";
