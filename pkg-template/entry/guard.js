// `rethought/guard`: the wasm is started as the front door starts it in this runtime. The names of `../guard.js`, without the time to open that file.
import "#start";

export { conversationStore, guard, withConversation } from "../guard/parts.js";
