// Damages to a history in the objects of any client: found by the common names of thoughts, handles, calls and results.

const HANDLES = ["signature", "thoughtSignature", "thought_signature", "encrypted_content", "encryptedContent", "reasoningEncryptedContent", "redactedData", "redactedContent", "data"];
const TEXTS = ["thinking", "reasoning_content", "reasoningContent", "reasoning", "text"];
const isObject = (value) => typeof value === "object" && value !== null && !ArrayBuffer.isView(value);

/** Yields every object below a value, with its list and its keys on the way. */
function* objectsIn(value, list, seen = new Set()) {
  if (!isObject(value) || seen.has(value)) return;
  seen.add(value);
  if (!Array.isArray(value)) yield { value, list };
  for (const part of Object.values(value)) yield* objectsIn(part, Array.isArray(value) ? value : undefined, seen);
  if (Array.isArray(value)) for (const part of value) yield* objectsIn(part, value, seen);
}

const isThought = (value) => /^(thinking|redacted_thinking|reasoning)/.test(value.type ?? "") || value.thought === true || isObject(value.reasoningContent);
const handleKey = (value) => HANDLES.find((key) => typeof value[key] === "string" && value[key].length > 20);

/** Returns everything in a history that can be damaged. */
function placesIn(history) {
  const all = [...objectsIn(history)];
  const thoughts = all.filter(({ value, list }) => list && list !== history && isThought(value));
  const items = all.filter(({ value, list }) => list === history && isThought(value));
  const handles = all.filter(({ value }) => handleKey(value)).map(({ value }) => ({ owner: value, key: handleKey(value) }));
  const inner = all.filter(({ value, list }) => (list && isThought(value)) || value.reasoning_content !== undefined || value.reasoningText).flatMap(({ value }) => [...objectsIn(value)]);
  const texts = inner.flatMap(({ value }) => TEXTS.filter((key) => typeof value[key] === "string" && value[key].length > 3).map((key) => ({ owner: value, key })));
  return { thoughts: [...thoughts, ...items], handles, texts };
}

const without = ({ value, list }) => list.splice(list.indexOf(value), 1);
const edit = (change) => (places) => {
  const place = places.at(-1);
  if (!place) return false;
  place.owner[place.key] = change(place.owner[place.key]);
  return true;
};
const removed = ({ owner, key }) => delete owner[key];
/** Changes a letter in the middle. */
const altered = (text) => `${text.slice(0, text.length >> 1)}${text[text.length >> 1] === "A" ? "B" : "A"}${text.slice((text.length >> 1) + 1)}`;
const roleOf = (entry) => entry.role ?? entry.getType?.() ?? entry.type;
const isResult = (entry) => /tool|function_call_output|function_call_result/.test(roleOf(entry) ?? "") || JSON.stringify(entry.content ?? entry.parts ?? "").match(/tool_result|toolResult|functionResponse/);

/** Each changes a history in place, and returns whether it could. */
export const DAMAGES = {
  "all thoughts are dropped": (history) => placesIn(history).thoughts.reverse().filter(without).length > 0,
  "the first thought is dropped": (history) => placesIn(history).thoughts.slice(0, 1).filter(without).length > 0,
  "the last thought is dropped": (history) => placesIn(history).thoughts.slice(-1).filter(without).length > 0,
  "a thought's text is edited": (history) => edit((text) => `${text} Or not.`)(placesIn(history).texts),
  "a thought's text is cut": (history) => edit((text) => text.slice(0, text.length >> 1))(placesIn(history).texts),
  "a thought's text is emptied": (history) => edit(() => "")(placesIn(history).texts),
  "a thought's text is trimmed of letters that are not ASCII": (history) => edit((text) => text.replace(/[^ -~]/g, "?").replace(/\s+/g, " ") + " ")(placesIn(history).texts),
  "a handle is altered": (history) => edit(altered)(placesIn(history).handles),
  "a handle is cut": (history) => edit((handle) => handle.slice(0, -8))(placesIn(history).handles),
  "a handle is masked": (history) => edit(() => "[REDACTED]")(placesIn(history).handles),
  "a handle is dropped": (history) => placesIn(history).handles.slice(-1).filter(removed).length > 0,
  "all handles are dropped": (history) => placesIn(history).handles.filter(removed).length > 0,
  "two handles are swapped": (history) => {
    const [one, other] = placesIn(history).handles.slice(-2);
    if (!other) return false;
    [one.owner[one.key], other.owner[other.key]] = [other.owner[other.key], one.owner[one.key]];
    return true;
  },
  "a thought stands behind what follows it": (history) => {
    const { value, list } = placesIn(history).thoughts.filter(({ list }) => list.length > 1 && list !== history).at(-1) ?? {};
    if (!list || list.at(-1) === value) return false;
    list.splice(list.indexOf(value), 1);
    list.push(value);
    return true;
  },
  "a thought stands twice": (history) => {
    const { value, list } = placesIn(history).thoughts.at(-1) ?? {};
    if (!list) return false;
    list.splice(list.indexOf(value), 0, value);
    return true;
  },
  "the last results are dropped": (history) => isResult(history.at(-1)) && history.pop() !== undefined,
  "the first question is another": (history) => {
    const [first] = history;
    if (typeof first.content === "string") first.content = "Find another file.";
    else (first.content?.parts ?? first.content ?? first.parts)[0].text = "Find another file.";
    return true;
  },
  "the first answer is dropped, with its results": (history) => {
    const end = history.findIndex((entry, nth) => nth > 1 && !isResult(entry) && isResult(history[nth - 1]));
    return end > 1 && history.splice(1, end - 1).length > 0;
  },
  "an answer stands twice": (history) => {
    const nth = history.findIndex((entry, at) => at > 0 && !isResult(entry));
    return nth > 0 && history.splice(nth, 0, history[nth]).length === 0;
  },
};
