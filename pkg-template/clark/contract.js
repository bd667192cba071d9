// When the issuer of a format requires its reasoning back.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

/** The contracts, from the mildest to the strictest. */
export const WORDS = ["stateless", "required-with-tools", "always-required"];

export const contractOf = guarded(glue.replayContract);
