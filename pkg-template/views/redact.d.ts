// Copies of a body without secrets. Never send them to a provider.
import type { RedactionHit } from "../records/index.js";
import type { Body, Like } from "../text/body.js";

/** A pattern of the caller's: any regular expression of JavaScript that can be searched for in time that grows with the text alone. */
export interface RedactionPattern {
  /**
   * The pattern: everything of RegExp except lookahead, look-behind, back-references and flags of a group, which are refused with the reason and the byte
   * (`E_PATTERN`). `\p{…}` and letters without case are those of the JavaScript engine. Characters are code points, with the flag `u` and without.
   */
  pattern: string | RegExp;
  /** The flags of a pattern that is a text: `i`, `m`, `s`, `u`, `v` and `y` mean what they mean to RegExp. Every match is removed, with `g` and without. */
  flags?: string;
  /** The kind of what it finds, as the placeholder names it: up to 40 small letters, digits and hyphens; `pattern` or `thinking` if left out. */
  kind?: string;
}

/** Says what a redaction removes and what it keeps. */
export interface RedactionPolicy {
  /** The subjects that are searched: reasoning, visible text, arguments of tools. All three by default. */
  subjects?: readonly ("thinking" | "text" | "arguments")[];
  /** The caller's own patterns. */
  patterns?: readonly (RedactionPattern | RegExp | string)[];
  /** Patterns that are searched for in reasoning alone, by the name that agentfootprint has for them; also if `subjects` leaves reasoning out. */
  thinkingPatterns?: readonly (RedactionPattern | RegExp | string)[];
  /** The detectors that look, by their kinds, or as a group: `secrets`, `personal`. All by default; `detectors()` of `rethought/views` lists them. */
  detectors?: readonly string[];
  /**
   * Says how a handle that only a vendor can read is treated. It stays (`keep`, the default), is cut to the limit (`cut`), or is searched like text (`scan`).
   */
  opaque?: "keep" | "cut" | "scan";
  /** How many bytes of a string are shown; of a longer one its ends, with its length and digest between them. */
  limit?: number;
}

/** A copy without secrets. */
export interface RedactedCopy<B extends Body> {
  /** The copy: text for text, bytes for bytes, an object for an object, with `[REDACTED:kind]` where something was. */
  text: Like<B>;
  /** The hits, in the order of the text. */
  hits: RedactionHit[];
}

/**
 * Copies JSON (a request, a response, an event of a stream, a message; text, bytes or an object) without what a policy removes. A string that is not hit keeps its
 * bytes, and by default no byte changes of what only a vendor can read. A secret that a stream has cut into pieces is not in any of them: take
 * the assembled body.
 *
 * @example
 * import { redact } from "rethought";
 *
 * const { text, hits } = redact('{"content":"I am me@example.com, order A-17"}', { patterns: [{ pattern: /A-\d+/, kind: "order" }] });
 * text; // → '{"content":"I am [REDACTED:email], order [REDACTED:order]"}'
 * hits.map((hit) => hit.kind); // → ["email", "order"]
 *
 * @throws {JsonError} if the value is not JSON.
 * @throws {InputError} if the policy is none, with its pointer; of a pattern (`E_PATTERN`) with the byte in it.
 */
export function redact<B extends Body>(value: B, policy?: RedactionPolicy): RedactedCopy<B>;
