// The JSON Schema of RawThought, made of the TypeScript that tsify writes of src/formats/adk/raw_thought.rs: members, types and texts have one
// source. Only the rules that no type can express are added here; tests/behaviour/schema.test.mjs compares the schema with the class.
import { Stop } from "./command.mjs";

/** Types of TypeScript in JSON. A Date, a DateTime and a Tokenizable are strings there. */
const WORDS = { string: { type: "string" }, number: { type: "number" }, P: {}, Date: undefined, DateTimeLike: undefined, Tokenizable: undefined, IdentityLike: undefined };
/** Texts that must not be empty. An empty content is allowed beside a payload. */
const FILLED = ["id", "identity", "identifier", "representation", "replayCompatibility"];

/** Returns the schema, from the text of types.d.ts. */
export function thoughtSchema(types) {
  const { description, properties, required } = schemaOf("RawThought", types);
  // `null` means absent everywhere.
  const optional = Object.keys(properties).filter((name) => !required.includes(name) && name !== "payload");
  for (const name of optional) properties[name] = orNull(properties[name]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "RawThought",
    description,
    type: "object",
    required,
    properties,
    anyOf: [
      { required: ["payload", "replayCompatibility"], properties: { payload: { not: { type: "null" } }, replayCompatibility: { type: "string" } } },
      { required: ["content"], properties: { content: { type: "string", minLength: 1 }, payload: { type: "null" } } },
    ],
  };
}

function schemaOf(name, types) {
  const found = new RegExp(`/\\*\\*\\n \\* ([^\\n]*)\\n \\*/\\nexport interface ${name}(?:<[^>]*>)? \\{\\n([^]*?)\\n\\}\\n`).exec(types);
  if (!found) throw new Stop(`types.d.ts has no interface ${name}.`);
  const [, description, body] = found;
  const members = [...body.matchAll(/\/\*\*\n\s*\* ([^\n]*)\n\s*\*\/\n\s*(\w+)(\??): ([^;]*);/g)];
  const properties = Object.fromEntries(members.map(([, text, member, , type]) => [member, { description: text, ...typeOf(type, member, types) }]));
  return { description, properties, required: members.filter(([, , , mark]) => !mark).map(([, , member]) => member) };
}

function typeOf(type, member, types) {
  const all = type.split(" | ").map((word) => {
    if (word in WORDS) return WORDS[word] && { ...WORDS[word], ...(word === "string" && FILLED.includes(member) ? { minLength: 1 } : {}) };
    const { description, ...inner } = schemaOf(word, types);
    return { type: "object", ...inner };
  });
  const some = all.filter(Boolean);
  return some.length === 1 ? some[0] : { anyOf: some };
}

function orNull({ description, ...schema }) {
  return { description, anyOf: [...(schema.anyOf ?? [schema]), { type: "null" }] };
}
