// Damages of the sessions that agents have on the disk. A damage of parts edits parsed lines, one of lines edits their text. Each returns what it made, or
// nothing if the session has no such part.
import { claudeSignature, openaiCiphertext } from "../../handles.mjs";

/** The parts of a kind, in order: `{line, kind, part, list, index}`. */
const partsIn = (form, lines, kind) => lines.flatMap((line) => form.partsOf(line).filter((one) => one.kind === kind).map((one) => ({ line, ...one })));
const nth = (list, at) => (at < 0 ? list[list.length + at] : list[at]);

/** Removes a part; its line too, if it was alone there. Later lines then name the line before it, as if it had never been written. */
function remove(form, lines, { line, list, index }) {
  if (list && list.length > 1) return void list.splice(index, 1);
  lines.splice(lines.indexOf(line), 1);
  if (!form.parent) return;
  const [id, parent] = form.parent;
  for (const other of lines) if (other[parent] === line[id]) other[parent] = line[parent];
}

const copyOf = (value) => JSON.parse(JSON.stringify(value));

function double(lines, { line, part, list, index }) {
  if (list && list.length > 1) return void list.splice(index, 0, copyOf(part));
  const copy = copyOf(line);
  // A row of a database has an id of its own.
  if (copy.rowid) [copy.rowid, copy.id] = [undefined, `${copy.id}0`];
  lines.splice(lines.indexOf(line) + 1, 0, copy);
}

/** Another handle in the place of one. `at` is the number of the thought. */
const handle = (changed, at = 0) => (form, lines) => {
  const thoughts = partsIn(form, lines, "thought").filter(({ part }) => form.handleOf(part));
  const thought = nth(thoughts, at);
  if (!thought) return false;
  form.setHandle(thought.part, changed(form.handleOf(thought.part)));
  return true;
};
const everyHandle = (changed) => (form, lines) => {
  const thoughts = partsIn(form, lines, "thought").filter(({ part }) => form.handleOf(part));
  for (const { part } of thoughts) form.setHandle(part, changed(form.handleOf(part)));
  return thoughts.length > 0;
};
const isFernet = (text) => text.startsWith("gAAAA");

const part = (kind, at, edit) => (form, lines) => {
  const found = nth(partsIn(form, lines, kind), at);
  return Boolean(found) && edit(form, lines, found) !== false;
};

/** Damages of parts, by name. */
export const OF_PARTS = {
  "a handle cut to 40 characters": handle((text) => text.slice(0, 40)),
  "a handle cut by a third": handle((text) => text.slice(0, Math.floor(text.length / 6) * 4)),
  "a handle cut at an odd place": handle((text) => text.slice(0, text.length - 7), -1),
  "a handle removed": handle(() => undefined),
  "an empty handle": handle(() => ""),
  "a handle that is null": handle(() => null),
  "a handle masked by REDACTED": handle(() => "REDACTED"),
  "a handle masked by ***": handle(() => "***", -1),
  "a handle shortened with …": handle((text) => `${text.slice(0, 20)}…${text.slice(-4)}`),
  "a handle of another vendor": handle((text) => (isFernet(text) ? claudeSignature("other") : openaiCiphertext("other"))),
  "a whole handle that the provider did not write": handle((text) => (isFernet(text) ? openaiCiphertext("other") : claudeSignature("other"))),
  "two handles cut": (form, lines) => handle((text) => text.slice(0, 40))(form, lines) && handle((text) => text.slice(0, 60), 2)(form, lines),
  "every handle masked": everyHandle(() => "REDACTED"),
  "the text of a thought edited": part("thought", 0, (form, lines, { part }) => void (form.edit ? form.edit(part) : (part[form.text] = "Something else."))),
  "the text of the last thought edited": part("thought", -1, (form, lines, { part }) => void (form.edit ? form.edit(part) : (part[form.text] = "Something else."))),
  "a thought doubled": part("thought", 0, (form, lines, found) => double(lines, found)),
  "the last thought doubled": part("thought", -1, (form, lines, found) => double(lines, found)),
  "a thought moved behind its call": part("thought", 0, (form, lines, { line, part, list, index }) => {
    if (list && list.length > 1) return void list.splice(index + 1, 0, ...list.splice(index, 1));
    const call = partsIn(form, lines, "call")[0];
    if (!call || call.list?.length > 1) return false;
    return void swap(form, line, call.line);
  }),
  "a result missing": part("result", 0, (form, lines, found) => remove(form, lines, found)),
  "the last result missing": part("result", -1, (form, lines, found) => remove(form, lines, found)),
  "a result doubled": part("result", 0, (form, lines, found) => double(lines, found)),
  "a call missing": part("call", 0, (form, lines, found) => remove(form, lines, found)),
  "half of a character in a text": part("text", 0, (form, lines, { part }) => {
    const text = part.text !== undefined ? part : part.content?.[0];
    return text?.text === undefined ? false : void (text.text += "\ud83d");
  }),
  "an empty text": part("text", 0, (form, lines, { part }) => {
    const text = part.text !== undefined ? part : part.content?.[0];
    return text?.text === undefined ? false : void (text.text = "");
  }),
};

/** Two lines change their contents; their names and places stay. */
function swap(form, one, other) {
  const member = one.message ? "message" : one.payload ? "payload" : "data";
  [one[member], other[member]] = [other[member], one[member]];
}

/** Keeps the lines up to the last part of a kind: the agent was killed when it had written it. */
const killedAfter = (kind) => (texts, form) => {
  const lines = texts.map((text) => parsed(text));
  const end = lines.findLastIndex((line) => line && form.partsOf(line).some((one) => one.kind === kind));
  return end < 0 ? undefined : texts.slice(0, end + 1).join("\n").concat("\n");
};
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const middleOf = (texts, form) => texts.findIndex((text, at) => at > texts.length / 3 && parsed(text) && form.partsOf(parsed(text)).some(({ kind }) => kind === "thought" || kind === "call"));

/** Damages of lines, by name: from the texts of the lines, without the empty last one. */
export const OF_LINES = {
  "killed after a thought": killedAfter("thought"),
  "killed after a call": killedAfter("call"),
  "killed in the last line": (texts) => `${texts.slice(0, -1).join("\n")}\n${texts.at(-1).slice(0, texts.at(-1).length / 2)}`,
  "killed while the answer was written": (texts, form) => {
    const whole = killedAfter("text")(texts, form);
    return whole?.slice(0, -Math.ceil(whole.trimEnd().split("\n").at(-1).length / 2));
  },
  "a torn line in the middle": (texts, form) => {
    const at = middleOf(texts, form);
    return at < 0 ? undefined : texts.map((text, nth) => (nth === at ? text.slice(0, text.length / 2) : text)).join("\n").concat("\n");
  },
  "two lines glued": (texts, form) => {
    const at = middleOf(texts, form);
    return at < 0 ? undefined : texts.map((text, nth) => text + (nth === at ? "" : "\n")).join("");
  },
  "a line on two lines": (texts, form) => {
    const at = middleOf(texts, form);
    return at < 0 ? undefined : texts.map((text, nth) => (nth === at ? text.replace(/,"/, ',\n"') : text)).join("\n").concat("\n");
  },
  "NUL bytes before a line": (texts, form) => {
    const at = middleOf(texts, form);
    return at < 0 ? undefined : texts.map((text, nth) => (nth === at ? "\0".repeat(512) + text : text)).join("\n").concat("\n");
  },
  "NUL bytes at the end": (texts) => `${texts.join("\n")}\n${"\0".repeat(4096)}`,
  "a parent that is not there": (texts, form) => {
    const [id, parent] = form.parent ?? [];
    const lines = texts.map(parsed);
    const at = lines.findLastIndex((line) => line?.[parent] && line[id] && form.partsOf(line).some(({ kind }) => kind === "thought"));
    if (!parent || at < 0) return undefined;
    return texts.map((text, nth) => (nth === at ? text.replace(lines[at][parent], lines[at][parent].replace(/.{4}$/, "0000")) : text)).join("\n").concat("\n");
  },
};
