// `rethought/json`: JSON text without loss. Reads, finds and edits values in their own bytes.
export { canonical, digest, edit, locate, placeAt, scan } from "../text/text.js";
