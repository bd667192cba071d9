// Holds a value against a JSON Schema, as far as tables.schema.json uses the language. A library for all of it is larger than this package's JavaScript.
import { nearest } from "../text/options.js";

/** The places of a value that break a schema, each with a sentence: `{ pointer, message }`. */
export function violations(value, schema, root = schema, pointer = "") {
  const { $ref, anyOf } = schema;
  if ($ref) return violations(value, root.$defs[$ref.slice("#/$defs/".length)], root, pointer);
  if (anyOf) return anyOf.some((one) => !violations(value, one, root, pointer).length) ? [] : [{ pointer, message: `must be ${anyOf.map(described).join(" or ")} ${got(value)}` }];
  const wrong = wrongness(value, schema);
  if (wrong) return [{ pointer, message: wrong }];
  if (Array.isArray(value)) return value.flatMap((item, nth) => (schema.items ? violations(item, schema.items, root, `${pointer}/${nth}`) : []));
  return typeof value === "object" && value !== null ? memberViolations(value, schema, root, pointer) : [];
}

function memberViolations(value, { required = [], properties = {}, additionalProperties = true }, root, pointer) {
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => ({ pointer, message: `has no ${name}` }));
  const members = Object.keys(value).flatMap((name) => {
    const place = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (Object.hasOwn(properties, name)) return violations(value[name], properties[name], root, place);
    if (typeof additionalProperties === "object") return violations(value[name], additionalProperties, root, place);
    return additionalProperties ? [] : [{ pointer: place, message: `there is no member ${JSON.stringify(name)}${didYouMean(nearest(name, Object.keys(properties)))}` }];
  });
  return [...missing, ...members];
}

/** Why a value itself is not what a schema says, apart from what is in it. */
function wrongness(value, { type, const: only, enum: words, pattern, minLength = 0 }) {
  if (only !== undefined && value !== only) return `must be ${JSON.stringify(only)} ${got(value)}`;
  if (words && !words.includes(value)) return `must be one of ${words.map((word) => JSON.stringify(word)).join(", ")} ${got(value)}${typeof value === "string" ? didYouMean(nearest(value, words)) : ""}`;
  if (type && !TYPES[type](value)) return `must be ${described({ type })} ${got(value)}`;
  if (typeof value !== "string") return undefined;
  if ([...value].length < minLength) return minLength > 1 ? `must have at least ${minLength} letters` : "must not be empty";
  return pattern && !new RegExp(pattern, "u").test(value) ? `must be of the form ${pattern} ${got(value)}` : undefined;
}

/** So many letters of a wrong value are shown. */
const SHOWN = 40;

function got(value) {
  const text = JSON.stringify(value);
  return `(got ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text})`;
}

const didYouMean = (name) => (name === undefined ? "" : `. Did you mean ${name}?`);

const TYPES = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

const described = ({ type, const: only, enum: words }) => (words ?? (only === undefined ? [] : [only])).map((word) => JSON.stringify(word)).join(" or ") || `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
