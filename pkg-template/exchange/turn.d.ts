// A turn, the history of a request, and their parts.
import type { Body, Raw } from "../text/body.js";
import type { StoredThought, Thought } from "../thought/thought.js";
import type { Attachment, Continuation, Diagnostic, InputTransformation, Provenance, Wire } from "../records/index.js";

/** One response, read: its parts in the order of the wire. Immutable; `JSON.stringify` and `console.log` show what is in it. */
export interface Turn<B extends Body = Body> {
  /** The wire that it was read as. */
  readonly wire: Wire;
  /** The id of the response. */
  readonly id: string | undefined;
  /** The model that answered, as it names itself. */
  readonly model: string | undefined;
  /** The tokens that it cost, as reported; parsed again for every reader. */
  readonly usage: unknown;
  /** All of it, in order. */
  readonly parts: readonly Part<B>[];
  /** The thoughts of the parts, in order. */
  readonly thoughts: readonly TurnThought<B>[];
  /** The calls of tools, in order. */
  readonly calls: readonly Call<B>[];
  /** The visible text, put together. */
  readonly text: string;
  /**
   * The thoughts of the request that the provider dropped, or accepted although they failed a check. The list is empty if there was none, and absent if the
   * response does not report it. Anthropic reports it under the beta `thinking-binding-controls-2026-08-01`.
   */
  readonly inputTransformations: readonly InputTransformation[] | undefined;
  /** JSON pointers of the parts that a stream had begun and not ended. */
  readonly unfinished: readonly string[];
  /** The rest of the answer that the provider still has, and how to get it; `undefined` if the answer is whole. */
  readonly continuation: Readonly<Continuation> | undefined;
  /** The places that are malformed. */
  readonly diagnostics: readonly Diagnostic[];
  /** The body as received, or as a stream was put together. */
  readonly raw: Raw<B>;
  /**
   * Plain data, with the text of each part and without that of the whole.
   *
   * @example
   * import { decode } from "rethought";
   *
   * decode(response).toJSON().parts[0].kind; // → "thought"
   */
  toJSON(): Record<string, unknown>;
}

/** Something at a place of a body. */
export interface Placed<B extends Body = Body> {
  /** The JSON pointer of the value that it is, or in which it is a stretch of text. */
  readonly pointer: string;
  /** Its first byte. */
  readonly start: number;
  /** The byte after its last. */
  readonly end: number;
  /** Its text as received, byte for byte. */
  readonly raw: Raw<B>;
  /**
   * Plain data.
   *
   * @example
   * import { decode } from "rethought";
   *
   * decode(response).parts[1].toJSON().pointer; // → "/content/1"
   */
  toJSON(): Record<string, unknown>;
}

/** One part of a turn or of a message. */
export interface Part<B extends Body = Body> extends Placed<B> {
  /** Its kind; `other` is kept and not looked into. */
  readonly kind: "thought" | "text" | "call" | "result" | "other";
  /** The text, if it is one. */
  readonly text: string | undefined;
  /** The call, if it is one or the result of one. */
  readonly call: Call<B> | undefined;
  /** The reasoning that it is, or whose handle it carries: a text or a call may bear one too. */
  readonly thought: TurnThought<B> | undefined;
}

/** A call of a tool, or what a result says of the call that it answers. */
export interface Call<B extends Body = Body> {
  /** The id that joins a call and its result. */
  readonly id: string | undefined;
  /** The tool. */
  readonly name: string | undefined;
  /** The arguments, or the result, parsed again for every reader: a value, or on some wires a string with JSON in it. */
  readonly content: unknown;
  /** The text of the content as received: numbers beyond 2^53 are whole here. */
  readonly raw: Raw<B> | undefined;
  /** The JSON pointer of its part. */
  readonly pointer: string;
  /**
   * Plain data.
   *
   * @example
   * import { decode } from "rethought";
   *
   * decode(response).calls[0].toJSON(); // → { id: "toolu_1", name: "weather", content: { city: "Oslo" } }
   */
  toJSON(): Record<string, unknown>;
}

/** A thought in a part of a body, with its attachment and its text. */
export interface TurnThought<B extends Body = Body> extends Thought, Placed<B> {
  /** The JSON pointer of the value that it is, or in which it is a stretch of text. */
  readonly pointer: string;
  /** Its first byte. */
  readonly start: number;
  /** The byte after its last. */
  readonly end: number;
  /** Its text as received, byte for byte. */
  readonly raw: Raw<B>;
  /** Where it hangs. */
  readonly attachment: Attachment;
  /** Who issued it. In a request, which does not say, only its place and whether it is whole. */
  readonly provenance: Provenance;
  /**
   * Plain data that makes the same thought again, and what a turn shows of it.
   *
   * @example
   * import { decode } from "rethought";
   *
   * const { kind, handles, replayCompatibility } = decode(response).thoughts[0].toJSON();
   * [kind, handles, replayCompatibility]; // → ["text", ["EqQBCg=="], "anthropic-messages-thinking-v1"]
   */
  toJSON(): StoredThought & Record<string, unknown>;
}

/** The messages of a request, read. */
export interface History<B extends Body = Body> {
  /** The wire that it was read as. */
  readonly wire: Wire;
  /** Its messages or items, in order. */
  readonly entries: readonly Entry<B>[];
  /** The thoughts of all entries, in order. */
  readonly thoughts: readonly TurnThought<B>[];
  /** The places that are malformed. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Plain data.
   *
   * @example
   * import { readRequest } from "rethought";
   *
   * readRequest(request).toJSON().entries[0].role; // → "user"
   */
  toJSON(): Record<string, unknown>;
}

/** One message or item of a request. */
export interface Entry<B extends Body = Body> extends Placed<B> {
  /** Who it is from, where it says so in a word that is known. */
  readonly role: "system" | "user" | "assistant" | "tool" | undefined;
  /** Its parts, in order. */
  readonly parts: readonly Part<B>[];
}
