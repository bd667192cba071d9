// The schema of a raw thought: as JSON Schema, and by the interface that validators share (https://standardschema.dev).
import { schema } from "./schema-data.js";
import { RethoughtError } from "../errors/index.js";
import { frozen } from "./frozen.js";
import { Thought } from "./thought.js";

/** The JSON Schema. Its member `~standard` validates a value and returns the thought. */
export const rawThoughtSchema = Object.freeze(Object.defineProperty({ ...frozen(schema).value }, "~standard", { value: Object.freeze({ version: 1, vendor: "rethought", validate, jsonSchema: Object.freeze({ input, output: input }) }) }));

function validate(value) {
  try {
    return { value: Thought.fromRaw(value) };
  } catch (error) {
    if (!(error instanceof RethoughtError)) throw error;
    const { message, pointer = "" } = error.cause instanceof RethoughtError ? error.cause : error;
    return { issues: [{ message, path: pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) }] };
  }
}

/** Returns the schema of a named draft. */
function input({ target } = {}) {
  if (target === undefined || target === "draft-2020-12") return rawThoughtSchema;
  throw new RethoughtError(`there is no schema for ${String(target)}: ask for draft-2020-12`, { code: "E_INPUT", pointer: "/target" });
}
