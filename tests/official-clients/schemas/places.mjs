// The objects of a request, and the places among them where a vendor accepts members of any name.

/**
 * Ends of paths below which the caller chooses every key: schemas, arguments, results, labels. A place without a schema's name is open in all of
 * them.
 */
const OPEN = [
  { at: /(parameters|input_schema|inputSchema\/json|schema|(response|parameters)JsonSchema|json_schema)$/ },
  { at: /(content\/\d+\/input|toolUse\/input|toolResult\/content\/\d+\/json|args|arguments|functionResponse\/response)$/ },
  { at: /^(metadata|requestMetadata|additionalModelRequestFields|logit_bias|labels)$/ },
  { at: /^format$/, schema: /^ollama/ },
  { at: /^options$/, schema: /^ollama.yaml$/ },
  { at: /(documents\/\d+|document)\/data$/, schema: /^cohere/ },
  // A schema may be here without the words around it.
  { at: /^response_format\/\d+$/, schema: /^google-genai interactions$/ },
];

/** Returns true if a schema accepts members of any name in an object. */
export function isOpen(schema, place) {
  const ends = place.map((_, nth) => place.slice(0, nth + 1).join("/"));
  return OPEN.some((row) => (!row.schema || row.schema.test(schema)) && ends.some((end) => row.at.test(end)));
}

/** Yields the path of every object. */
export function* places(value, path = []) {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield path;
  for (const [key, one] of Object.entries(value)) yield* places(one, [...path, key]);
}

/** Returns a copy with one more member in the object at a path. */
export function withMember(body, path) {
  const copy = structuredClone(body);
  path.reduce((value, key) => value[key], copy).rethought = 1;
  return copy;
}
