// `rethought/guard`: a fetch that records what models emit, audits what is sent to them, and repairs or blocks what would be refused.
export { conversationStore, guard, withConversation } from "./parts.js";
