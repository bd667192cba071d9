// Regular expressions of policies: everything of RegExp that can be linear, with its flags, beside RegExp itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { redact } from "rethought";
import { messageEvents } from "rethought/views";
import { randomOf } from "./random.mjs";

/** Returns the text with its matches removed. */
const taken = (pattern, text) => JSON.parse(redact(JSON.stringify([text]), { detectors: [], patterns: [pattern] }).text)[0];

/** Returns the matches that RegExp removes from a text: every match that is not empty; if it is sticky, each starts at the end of the one before. */
function native({ source, flags }, text) {
  return text.replace(new RegExp(source, flags.includes("g") ? flags : `${flags}g`), (found) => (found ? "[REDACTED:pattern]" : ""));
}

/** True if the engine finds a negated class of the flag `v` in a loop. */
const LOOPS = new RegExp("(?:[^a]\\w)+", "v").test("@A");

const ATOMS = {
  any: ["a", "b", "K", "s", "é", "É", "ß", "ſ", "\u212a", "σ", "ς", "Σ", "1", ".", "\\d", "\\w", "\\W", "\\s", "[ab]", "[^a]", "[a-cA-Z]", "[\\wé]", "[^é-ü]", "\\x41", "\\u00e9", "\\n", "\\b", "^", "$"],
  unicode: ["\\p{L}", "\\p{Lu}", "\\P{Lu}", "\\p{Script=Greek}", "[\\p{L}\\d]", "[^\\p{Ll}]", "\\p{Emoji_Presentation}", "\\u{1f600}", "😀", "[😀-😂b]"],
  legacy: ["\\-", "\\@", "]", "{", "}", "[\\@\\-x]", "\\101", "[\\w-z]", "a{,2}"],
  sets: ["[\\p{L}--[a-z]]", "[\\w&&[a-m]]", "[[ab][cd]]"],
};
const CHARACTERS = ["a", "b", "c", "k", "K", "\u212a", "s", "S", "ſ", "é", "É", "ß", "ẞ", "σ", "ς", "Σ", "1", " ", "\n", "\r", "\u2028", "😀", "A", "Z", "x", "@", "-", "]", "{", "}", "_", "z"];

test("2,500 patterns with names, properties, sets and all flags take out what RegExp takes out", () => {
  const draw = randomOf(61);
  const counts = { compared: 0, hit: 0, large: 0 };
  const piece = (depth, atoms) => {
    if (depth === 0) return draw.pick(atoms);
    const inner = piece(depth - 1, atoms);
    const group = draw.pick(["(", "(?:", `(?<n${(names += 1)}>`, `(?<é${names}_>`]);
    return draw.pick([`${group}${inner}|${piece(depth - 1, atoms)})`, `${group}${inner})${draw.pick(["", "?", "*", "+", "{2}", "{0,2}", "{1,3}?", "*?", "+?"])}`, `${inner}${piece(depth - 1, atoms)}`]);
  };
  let names = 0;
  while (counts.compared < 2500) {
    const mode = draw.pick(["", "u", "u", "v"]);
    const flags = ["g", "i", "m", "s", "y", "d"].filter(() => draw.chance(0.35)).join("") + mode;
    const atoms = [...ATOMS.any, ...(mode === "" ? ATOMS.legacy : ATOMS.unicode), ...(mode === "v" ? ATOMS.sets : [])];
    const source = piece(1 + draw.below(3), atoms);
    let pattern;
    try {
      pattern = new RegExp(source, flags);
    } catch {
      continue;
    }
    const text = Array.from({ length: draw.below(12) }, () => draw.pick(CHARACTERS)).join("");
    // Half a pair is a character for RegExp without `u`. Here a character is a code point.
    if (mode === "" && /[\ud800-\udfff]/.test(text)) continue;
    // The engine of Node 20 misses matches here.
    if (mode === "v" && source.includes("[^") && !LOOPS) continue;
    // Word edges with `i` and `u` include two letters beyond ASCII.
    if (/\\[bB]/.test(source) && /i/.test(flags) && mode && /[ſ\u212a]/.test(text)) continue;
    let ours;
    try {
      ours = taken(pattern, text);
    } catch (error) {
      assert.match(error.message, /too large|nothing to repeat/, `${pattern}: ${error.message}`);
      counts.large += 1;
      continue;
    }
    const theirs = native(pattern, text);
    assert.equal(ours, theirs, `${pattern} on ${JSON.stringify(text)}`);
    counts.compared += 1;
    if (theirs !== text) counts.hit += 1;
  }
  assert.ok(counts.hit > 600 && counts.large < 500, JSON.stringify(counts));
});

test("what cannot be linear is refused with the reason and the byte", () => {
  const refused = (pattern, offset, reason) =>
    assert.throws(() => redact("{}", { patterns: [pattern] }), (error) => error.name === "InputError" && error.code === "E_PATTERN" && error.offset === offset && error.pointer === "/patterns/0/pattern" && reason.test(error.message), String(pattern));
  refused(/é(?=b)/, 2, /^lookahead is refused: /);
  refused(/a(?!b)/, 1, /^lookahead is refused: /);
  refused(/(?<=a)b/, 0, /^look-behind is refused: /);
  refused(/x(?<!a)b/, 1, /^look-behind is refused: /);
  refused(/(a)b\1/, 4, /^a back-reference is refused: /);
  refused(/(?<n>a)\k<n>/u, 7, /^a back-reference is refused: /);
  refused("a(?i:b)", 1, /^flags of a group are refused: /);
  refused(/x\p{L}/, 1, /^without the flag u, \\p\{L\} is the text p\{L\}/);
  refused(/[\ud83d\ude00]/, 0, /^half of a surrogate pair|RegExp refuses/);
  refused(new RegExp("\\p{RGI_Emoji}", "v"), 0, /^a set of strings is refused/);
  refused({ pattern: "\\p{Nope}", flags: "u" }, 0, /RegExp refuses/);
});

test("a property in a pattern that is a text needs no flag, and thousands of ranges cost no more than their number's digits", () => {
  assert.equal(taken("\\p{Script=Greek}+", "ab Σίσυφος cd"), "ab [REDACTED:pattern] cd");
  assert.equal(taken({ pattern: "[^\\p{L}\\s]+", flags: "i" }, "ab, Σίσυφος!"), "ab[REDACTED:pattern] Σίσυφος[REDACTED:pattern]");
  const text = JSON.stringify(["Σίσυφος 42 ".repeat(20_000)]);
  assert.equal(redact(text, { detectors: [], patterns: [/\p{N}+/u] }).hits[0].count, 20_000);
});

const MESSAGES = [
  { role: "user", content: "Ask me@example.com about Zeus" },
  { role: "assistant", content: "Zeus it is.", thinkingBlocks: [{ type: "thinking", content: "Zeus is secret", signature: "Zeus+/==" }], toolCalls: [{ id: "c1", name: "look", args: { who: "Zeus" } }] },
];

test("thinkingPatterns take out of reasoning alone, whatever the subjects are, and no byte of a signature", () => {
  for (const policy of [{ thinkingPatterns: [/zeus/i] }, { thinkingPatterns: [/zeus/i], subjects: [] }, { thinkingPatterns: [{ pattern: "zeus", flags: "i", kind: "god" }], subjects: ["text"] }]) {
    const { text, hits } = redact(MESSAGES, { detectors: [], ...policy });
    const kind = policy.thinkingPatterns[0].kind ?? "thinking";
    assert.deepStrictEqual(text[1].thinkingBlocks, [{ type: "thinking", content: `[REDACTED:${kind}] is secret`, signature: "Zeus+/==" }]);
    assert.deepStrictEqual([text[0], text[1].content, text[1].toolCalls], [MESSAGES[0], MESSAGES[1].content, MESSAGES[1].toolCalls]);
    assert.deepStrictEqual(hits, [{ kind, pointer: "/1/thinkingBlocks/0/content", count: 1 }]);
  }
  const both = redact(JSON.stringify(MESSAGES), { thinkingPatterns: [/secret/], patterns: [/Zeus/] });
  assert.deepStrictEqual(both.hits.map(({ kind }) => kind), ["email", "pattern", "pattern", "pattern", "thinking", "pattern"]);
  assert.throws(() => redact("[]", { thinkingPatterns: [/(?=a)/] }), { code: "E_PATTERN", pointer: "/thinkingPatterns/0/pattern" });
  assert.throws(() => redact("[]", { thinkingPattern: [] }), { pointer: "/thinkingPattern" });
});

test("recorders see events that a policy has cleaned", () => {
  const events = messageEvents(MESSAGES, { policy: { thinkingPatterns: [/zeus/i] } });
  assert.deepStrictEqual(events.map(({ type }) => type), ["message", "message", "thinking", "tool_call"]);
  assert.equal(events[0].payload.content, "Ask [REDACTED:email] about Zeus");
  assert.equal(events[2].payload.blocks[0].content, "[REDACTED:thinking] is secret");
});
