// Who can be talked to, by name.
import * as anthropic from "./anthropic.mjs";
import * as responses from "./responses.mjs";

export const CLIENTS = { anthropic, responses };
