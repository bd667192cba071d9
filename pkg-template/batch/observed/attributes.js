// The attributes of a span as one flat object, however they are written: as the list of OTLP, as an object with dots in its names, or as objects in objects.

export function attributesOf(given) {
  const flat = {};
  if (Array.isArray(given)) for (const { key, value } of given.filter((one) => typeof one?.key === "string")) flatten(flat, key, plain(value));
  else for (const [name, value] of Object.entries(given ?? {})) flatten(flat, name, value);
  return flat;
}

/** Puts a value under a name, and the members of an object each under its own. Lists stay whole: none of those that are looked for is told by numbers. */
function flatten(flat, name, value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) flat[name] = value;
  else for (const [inner, own] of Object.entries(value)) flatten(flat, `${name}.${inner}`, own);
}

/** A value of OTLP as JSON has it. */
function plain(value) {
  const { arrayValue, kvlistValue, stringValue, intValue, doubleValue, boolValue } = value ?? {};
  if (arrayValue) return (arrayValue.values ?? []).map(plain);
  if (kvlistValue) return Object.fromEntries((kvlistValue.values ?? []).map(({ key, value: own }) => [key, plain(own)]));
  return stringValue ?? boolValue ?? doubleValue ?? (intValue === undefined ? undefined : Number(intValue));
}

/** The first attribute of several names that is there. */
export function firstOf(attributes, names) {
  return names.map((name) => attributes[name]).find((value) => value !== undefined && value !== null && value !== "");
}
