// `rethought/adk`: times and token counts as @nhtio/adk reads them. Its thoughts and identities are in the front door.
export { readTime } from "./thought/thought.js";
export { countTokens } from "./thought/tokens.js";
