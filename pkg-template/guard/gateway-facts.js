// The facts about headers, hosts and wires. The core has them; they are asked for once.
import * as glue from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";

const read = guarded(glue.gatewayFacts);
let facts;

export const gatewayFacts = () => (facts ??= JSON.parse(read()));
