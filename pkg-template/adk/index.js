// `rethought/adk`: routing by compatibility tag, placing, the schema, times and token counts of @nhtio/adk. Its thoughts and identities are in the
// main entry.
export { place } from "./place.js";
export { readThoughts } from "./read.js";
export { route } from "./route.js";
export { rawThoughtSchema } from "../thought/schema.js";
export { readTime } from "../thought/thought.js";
export { countTokens } from "../thought/tokens.js";
