// Contents of a generateContent request: turns, calls and their responses, signatures and their places.
import { canonical } from "../../json.mjs";
import { unseal } from "../../seal.mjs";
import { refuse } from "../../verdict.mjs";

const PLACEHOLDERS = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

// Empty bytes equal absent ones in protobuf's JSON.
export const signatureOf = (part) => part.thoughtSignature || undefined;
const callsOf = (content) => (content?.parts ?? []).filter((part) => part.functionCall);
const responsesOf = (content) => (content?.parts ?? []).filter((part) => part.functionResponse);

/** Returns the documented placeholder of a signature, raw or as its base64; undefined for a real one. */
export function placeholderOf(signature) {
  return PLACEHOLDERS.find((one) => signature === one || Buffer.from(signature, "base64").toString() === one);
}

/** Returns the index of the first content after the last user content that has more than function responses. */
export function turnStart(contents) {
  return contents.findLastIndex((content) => content.role !== "model" && content.parts.some((part) => !part.functionResponse)) + 1;
}

/** Neighbours of one role are one turn: recorded for calls and responses. */
function folded(contents) {
  const turns = [];
  for (const { role, parts } of contents) {
    const last = turns.at(-1);
    if (last?.role === role) Object.assign(last, { parts: [...last.parts, ...parts], contents: last.contents + 1 });
    else turns.push({ role, parts, contents: 1 });
  }
  return turns;
}

/** The members that one part may have. */
const MEMBERS = /^(text|thought|thoughtSignature|function(Call|Response)|inlineData|fileData|executableCode|codeExecutionResult|tool(Call|Response)|videoMetadata|mediaResolution|partMetadata)$/;

/** Refuses parts of other wires. */
export function checkParts(contents) {
  contents.forEach(({ parts }, i) => (parts ?? []).forEach((part, j) => {
    const name = Object.keys(part).find((one) => !MEMBERS.test(one));
    if (name) refuse("gem-unknown-name", { i, j, name }); // config.gem.unknown-name
  }));
}

/** The documented levels of a model; those of other models are unknown here. Gemini 2.5 has budgets instead. */
const LEVELS = { "gemini-2.5-pro": [], "gemini-2.5-flash": [], "gemini-4-argon": ["low", "medium", "high"], "gemini-3-pro-preview": ["low", "high"], "gemini-3-flash-preview": ["minimal", "low", "medium", "high"] };

export function checkLevel(level, model, vertex) {
  if (level && LEVELS[model] && !LEVELS[model].includes(level.toLowerCase())) refuse(`gem-level${LEVELS[model].length ? "" : "-2.5"}${vertex ? "-vertex" : ""}`, { level: level.toUpperCase() }); // config.gem.level
}

/** Calls and responses in turns. */
export function checkOrder(contents, { vertex } = {}) {
  const turns = folded(contents);
  turns.forEach((turn, i) => {
    const before = turns[i - 1];
    if (turn.role === "model" && callsOf(turn).length) {
      if (!before) refuse("gem-call-turn"); // order.gem.call-first
      const given = responsesOf(turns[i + 1]).length;
      // Vertex accepted a call that was answered with text (recorded).
      if (given !== callsOf(turn).length && (given || !vertex)) refuse("gem-count"); // order.gem.response-count
      // Vertex refused the responses of one turn in several contents (reported).
      const isSplit = given > 1 && turns[i + 1].contents > 1 && turns[i + 1].parts.every((part) => part.functionResponse);
      if (vertex && isSplit) refuse("gem-count");
    }
    if (responsesOf(turn).length && !callsOf(before).length) refuse("gem-response-turn"); // order.gem.orphan-response
  });
}

/** Checks every signature: decodable, ours, of this surface. A corrupt one anywhere is refused. */
export function checkSignatures(contents, { vertex }, losses, memory) {
  contents.forEach((content, i) => {
    let calls = 0;
    (content.parts ?? []).forEach((part, j) => {
      if (part.functionCall) calls++;
      const signature = signatureOf(part);
      if (signature === undefined) return;
      const where = `/contents/${i}/parts/${j}`;
      const placeholder = placeholderOf(signature);
      if (placeholder) return checkPlaceholder(placeholder, { part, i, calls, vertex, where }, losses, memory);
      if (!isBase64(signature)) refuse("gem-base64", { i, j, value: signature }); // gem-signature-not-base64
      const sealed = unseal("google", signature, { loose: true }); // equality is of decoded bytes
      if (!sealed) refuse(vertex ? "gem-corrupt-vertex" : "gem-corrupt", {}, { where }); // gem-signature-corrupt, gem-signature-corrupt-vertex
      // The model reads a thought of another call; the effect is not documented.
      if (part.functionCall && memory?.calls.get(keyOf(part))?.signed === false) losses.add("loss.gem.signature-added", where, { maybe: true });
      if (sealed.vertex !== vertex) refuse(vertex ? "gem-corrupt-vertex" : "gem-corrupt", {}, { rule: "gem-issuer-mismatch", where }); // gem-issuer-mismatch
    });
  });
}

function checkPlaceholder(placeholder, { part, i, calls, vertex, where }, losses, memory) {
  if (vertex && placeholder === PLACEHOLDERS[1] && part.functionCall) {
    refuse("gem-missing-vertex", { name: part.functionCall.name, n: i + 1 }, { rule: "gem-placeholder-vertex-wrong", where }); // gem-placeholder-vertex-wrong
  }
  if (vertex && calls > 1) refuse("gem-second-placeholder", {}, { where }); // gem-placeholder-nonfirst
  if (memory?.calls.get(keyOf(part))?.signed) losses.add("gem-placeholder-on-own-call", where);
}

/** Accepts either alphabet, with or without padding. */
export const isBase64 = (text) => typeof text === "string" && /^[\w+/-]*={0,2}$/.test(text) && text.replace(/=+$/, "").length % 4 !== 1;

/** Gemini 3 and later: each first call of the open turn has a signature on its part. */
export function checkRequired(contents, { vertex }, memory, losses) {
  contents.slice(turnStart(contents)).forEach((content, nth) => {
    const first = content.role === "model" ? callsOf(content)[0] : undefined;
    if (!first || signatureOf(first)) return;
    const n = turnStart(contents) + nth + 1;
    const nested = first.functionCall.thoughtSignature;
    const known = memory?.calls.get(keyOf(first));
    const moved = callsOf(content).slice(1).some((part) => signatureOf(part));
    if (losses) return void (moved || losses.add("gem-fc-signature-missing", `/contents/${n - 1}`));
    const rule = nested ? "gem-signature-nested" : moved ? "gem-signature-on-wrong-parallel" : known?.parallel ? "gem-parallel-interleaved" : undefined;
    refuse(vertex ? "gem-missing-vertex" : "gem-missing", { name: first.functionCall.name, n }, { rule, where: `/contents/${n - 1}/parts/${content.parts.indexOf(first)}` }); // gem-fc-signature-missing and -vertex
  });
}

/** Returns the key of a call in memory: its id, or its tool and arguments if calls have none. */
export const keyOf = ({ functionCall }) => functionCall && (functionCall.id ?? canonical({ name: functionCall.name, args: functionCall.args }));

/** Reports issued signatures that are missing here: accepted, and lost. */
export function reportAbsent(contents, three, memory, losses) {
  const bytes = (text) => Buffer.from(text, "base64").toString("base64");
  const here = new Set(contents.flatMap((content) => content.parts ?? []).map(signatureOf).filter(Boolean).map(bytes));
  const models = contents.map((content, i) => [content, i]).filter(([content]) => content.role === "model");
  const open = turnStart(contents);
  const placed = new Set(contents.flatMap((content) => content.parts ?? []).filter((part) => placeholderOf(signatureOf(part) ?? "")).map(keyOf));
  for (const one of memory.issued) {
    const [, i] = models[one.response - 1] ?? [];
    if (here.has(bytes(one.handle)) || i === undefined || placed.has(one.call)) continue;
    // A call of an earlier turn is not checked; the use of its signature is not documented before 3.5.
    const old = three && one.call && i < open;
    losses.add(!three ? "gem-25-signature-dropped" : old ? "loss.gem.earlier-call-signature" : one.rule, `/contents/${i}`, old ? { maybe: true } : {});
  }
}
