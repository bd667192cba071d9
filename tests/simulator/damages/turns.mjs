// Damages to whole replies, on any wire: sent twice, a text in pieces, texts joined, a thought cut to its end.
import { seal } from "../seal.mjs";
import { slotsOf } from "../slots.mjs";

const some = (random, list) => (list.length ? random.pick(list) : null);

/** Returns the rows of each reply, and whether it calls. */
export function repliesOf({ body, target }) {
  const list = body.messages ?? body.contents ?? body.input;
  if (!Array.isArray(list)) return [];
  if (body.input) return runs(list, ({ type, role }) => role !== "user" && ["reasoning", "message", "function_call"].includes(type)).map(([at, rows]) => ({ list, at, rows, calls: rows.some(({ type }) => type === "function_call") }));
  const name = target.wire === "gemini-generate" ? "model" : "assistant";
  const calls = (row) => Boolean(row.tool_calls?.length) || [row.content ?? row.parts].flat().some((part) => part?.type === "tool_use" || part?.toolUse || part?.functionCall);
  return list.map((row, at) => ({ list, at, rows: [row], calls: calls(row) })).filter(({ rows: [row] }) => row.role === name);
}

/** Returns neighbours of a kind in a list, with the place of the first. */
function runs(list, fits) {
  const found = [];
  list.forEach((row, at) => {
    if (!fits(row)) return;
    if (at && fits(list[at - 1])) found.at(-1)[1].push(row);
    else found.push([at, [row]]);
  });
  return found;
}

const pathOf = ({ body }, at) => `/${body.messages ? "messages" : body.contents ? "contents" : "input"}/${at}`;

// Elsewhere the reaction to a repeated call is unknown, so only replies without calls are doubled.
const SAYS = ["anthropic", "bedrock", "gemini", "chat:deepseek", "chat:openai", "chat:mistral"];
const saysOf = (kind, talk) => SAYS.includes(kind) || (kind === "responses" && talk.target.surface !== "xai");

/** Returns the texts of a reply that are separate parts. */
const textsOf = (row) => [row.content ?? row.parts].flat().filter((part) => part && typeof part.text === "string" && part.text && !part.thought && (part.type === undefined || /text$/.test(part.type)));

function cut(text) {
  const units = [...text];
  return [units.slice(0, units.length >> 1).join(""), units.slice(units.length >> 1).join("")];
}

export const TURNS = {
  "send a reply twice": (talk, random, pool, kind) => {
    const found = some(random, repliesOf(talk).filter(({ calls }) => !calls || saysOf(kind, talk)));
    found?.list.splice(found.at + found.rows.length, 0, ...found.rows.map((row) => ({ ...row })));
    return found && { where: pathOf(talk, found.at) };
  },
  "split a text in two": (talk, random) => {
    const replies = repliesOf(talk).flatMap(({ at, rows }) => rows.map((row, nth) => ({ at: at + nth, row }))).filter(({ row }) => Array.isArray(row.content ?? row.parts) && textsOf(row).length);
    const found = some(random, replies);
    if (!found) return null;
    const [list, part] = [found.row.content ?? found.row.parts, random.pick(textsOf(found.row))];
    const [first, second] = cut(part.text);
    // A part is signed at its end.
    const { thoughtSignature, ...bare } = part;
    list.splice(list.indexOf(part), 1, { ...bare, text: first }, { ...part, text: second });
    return first && { where: pathOf(talk, found.at) };
  },
  "join the texts of a reply": (talk, random) => {
    const found = some(random, repliesOf(talk).filter(({ rows: [row] }) => Array.isArray(row.content) && textsOf(row).length > 1));
    if (!found) return null;
    const [row] = found.rows;
    const [first, ...rest] = textsOf(row);
    first.text = [first, ...rest].map(({ text }) => text).join("");
    row.content = row.content.filter((part) => !rest.includes(part));
    return { where: pathOf(talk, found.at) };
  },
  "sign a call that had none": (talk, random) => {
    const calls = (talk.body.contents ?? []).flatMap(({ parts }, i) => parts.map((part, j) => ({ part, at: `/contents/${i}/parts/${j}` }))).filter(({ part }) => part.functionCall && !part.thoughtSignature);
    const found = some(random, calls);
    // @langchain/google-genai puts one formerly real signature on every call that has none.
    if (found) found.part.thoughtSignature = seal("google", { vertex: talk.target.surface === "vertex", model: "gemini-2.5-pro", id: "constant" });
    return found && { where: found.at };
  },
  "keep the end of a thought's text": (talk, random) => {
    const slot = some(random, slotsOf(talk).filter(({ text }) => text && [...text.get()].length > 12));
    slot?.text.set([...slot.text.get()].slice(-8).join(""));
    return slot && { where: slot.at };
  },
};
