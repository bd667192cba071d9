// The names of @openrouter/sdk: its objects are the bodies of the wire in camel case. Only the names of the API change; those of the caller's own data,
// such as the parameters of a tool, are the caller's.

/** The members whose content is the caller's own: no name inside changes. */
const OPAQUE = new Set(["parameters", "schema", "metadata", "arguments", "logit_bias", "logitBias", "input", "args"]);

/** True if an object is one of the SDK's: by the wire and a name that only it has; without a wire, by names of messages that no other wire has so. */
export function isCamelCase(body, wire) {
  if (wire !== undefined && wire !== "openrouter-chat") return false;
  const has = (object, names) => typeof object === "object" && object !== null && names.some((name) => object[name] !== undefined);
  const listOf = (value) => (Array.isArray(value) ? value : []);
  const messages = [...listOf(body.messages), ...listOf(body.choices).map((choice) => choice?.message)];
  if (messages.some((message) => has(message, ["reasoningDetails", "toolCalls", "toolCallId"]))) return true;
  if (listOf(body.choices).some((choice) => has(choice, ["finishReason", "nativeFinishReason"]))) return true;
  return wire !== undefined && has(body, ["maxTokens", "maxCompletionTokens", "responseFormat", "toolChoice", "topP", "streamOptions", "systemFingerprint", "promptTokens"]);
}

/** A copy with the names of the wire. */
export const toSnake = (value) => renamed(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** A copy with the names of the SDK. */
export const toCamel = (value) => renamed(value, (key) => key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()));

/** Lists instead of recursion: the depth is the caller's. A cycle stays a cycle; writing the copy reports it. */
function renamed(value, rename) {
  const copies = new Map();
  const open = [];
  const copy = (value) => {
    if (typeof value !== "object" || value === null || (!Array.isArray(value) && Object.prototype.toString.call(value) !== "[object Object]")) return value;
    if (!copies.has(value)) {
      copies.set(value, Array.isArray(value) ? [] : {});
      open.push(value);
    }
    return copies.get(value);
  };
  const root = copy(value);
  for (let here = open.pop(); here; here = open.pop()) {
    const made = copies.get(here);
    if (Array.isArray(here)) here.forEach((item) => made.push(copy(item)));
    else for (const key of Object.keys(here)) Object.defineProperty(made, rename(key), { value: OPAQUE.has(key) ? here[key] : copy(here[key]), enumerable: true, configurable: true, writable: true });
  }
  return root;
}
