// Thoughts and identities, in the shape of @nhtio/adk: validated and immutable.
import type { Attachment, IdentityLike, Provenance, RawIdentity, RawThought, Tokenizable } from "../records/index.js";

/** Counts the tokens of a text. */
export type TokenCounter = (text: string) => number;

/**
 * An agent: the key that its system uses, and the name the model sees. Immutable.
 *
 * @example
 * import { Identity } from "rethought";
 *
 * new Identity("planner").representation; // → "planner"
 * new Identity({ identifier: 7, representation: "Bob" }).identifier; // → 7
 */
export class Identity {
  /** @throws {IdentityError} if the identifier or the representation is missing or empty. */
  constructor(raw: string | RawIdentity | IdentityLike);
  /** The system's own key; never shown to a model. */
  readonly identifier: string | number;
  /** The name under which a model sees the agent. */
  readonly representation: string;
  /**
   * Returns `true` if a value is an identity, of this realm, another, or another copy of the package.
   *
   * @example
   * import { Identity } from "rethought";
   *
   * Identity.isIdentity(new Identity("planner")); // → true
   * Identity.isIdentity({ identifier: "planner", representation: "planner" }); // → false
   */
  static isIdentity(value: unknown): value is Identity;
  /**
   * Plain data that makes the same identity again.
   *
   * @example
   * import { Identity } from "rethought";
   *
   * new Identity("planner").toJSON(); // → { identifier: "planner", representation: "planner" }
   */
  toJSON(): { identifier: string | number; representation: string };
}

/** A thought as JSON holds it. It is a raw thought; `payloadEncoding` says if its payload has something that JSON has no word for. */
export interface StoredThought {
  /** Names the thought for good. */
  id: string;
  /** The text that can be read of it. */
  content: string;
  /** The agent that had it. */
  identity: { identifier: string | number; representation: string };
  /**
   * The payload, unchanged. With `payloadEncoding`, values that JSON does not have are `{"$type": …, "value": …}`: big integers, dates (milliseconds), maps and
   * sets (lists), `undefined` and `NaN`. Bytes are in base64 under the name of their class. Objects with a key `$type` of their own are written so too.
   */
  payload?: unknown;
  /** Says how the payload is written; absent if it is plain JSON. */
  payloadEncoding?: "rethought/1";
  /** The tag of the wires that can take the payload back. */
  replayCompatibility?: string;
  /** When it was recorded. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
}

/**
 * One thought: what `decode` reads, what ADK validates, what a store keeps. It has content, an opaque payload, or both, and, if its payload is a block of a wire, all that
 * a turn shows of it. Deeply immutable.
 *
 * @example
 * import { decode, Thought } from "rethought";
 *
 * const [emitted] = decode(response).thoughts;
 * Thought.isThought(emitted); // → true
 * const stored = JSON.stringify(emitted.toRaw({ id: "t1", identity: "planner", createdAt: "2026-11-16T06:00:00Z" }));
 * const again = Thought.fromRaw(JSON.parse(stored));
 * [again.replayCompatibility, again.createdAt, again.identity.identifier]; // → ["anthropic-messages-thinking-v1", "2026-11-16T06:00:00.000Z", "planner"]
 * [again.text, again.handles, again.raw === emitted.raw]; // → ["Ask the tool.", ["EqQBCg=="], true]
 */
export class Thought {
  /** @throws {ThoughtError} with `code` `E_INVALID_INITIAL_THOUGHT_VALUE` and a `cause` that says what is wrong and where. */
  constructor(raw: RawThought | StoredThought);
  /** Names the thought for good: of one that was decoded, its response and its place there. */
  readonly id: string;
  /** The text that can be read of it; empty where only the payload says it. */
  readonly content: string;
  /** Who had it; `assistant` if none is named. */
  readonly identity: Identity;
  /**
   * The part that only its provider can read: a frozen copy of what was given, the same one for every reader. For a decoded thought, `block` is its exact text, with its wire, place, vendor and neighbours.
   */
  readonly payload: unknown;
  /** The tag of the wires that can take the payload back. */
  readonly replayCompatibility: string | undefined;
  /** When it was recorded, in ISO 8601 and UTC; of one that was decoded, when it was read. */
  readonly createdAt: string;
  /** When it last changed, in ISO 8601 and UTC. */
  readonly updatedAt: string;
  /** The original content, if that was an object in place of a text. */
  readonly tokenizable: Tokenizable | undefined;
  /** True if a wire must carry the payload and not the content. The payload of a text between tags only names its vendor. */
  readonly isOpaque: boolean;
  /** Says how much can be seen: its text, a summary, nothing because it is encrypted, withheld or left out, or something unknown. */
  readonly kind: "text" | "summary" | "encrypted" | "redacted" | "omitted" | "unknown";
  /** The text that can be read, if any. */
  readonly text: string | undefined;
  /** The pieces of the text, each by itself. */
  readonly texts: readonly string[];
  /** The strings that only the vendor can read. They must be sent back unchanged. */
  readonly handles: readonly string[];
  /** Where it hung, if that is known. */
  readonly attachment: Attachment | undefined;
  /** Who issued it, if that is known. */
  readonly provenance: Provenance | undefined;
  /** True if it can go back: not if it was cut off, or if the handle that it needs is missing. */
  readonly complete: boolean;
  /** True if it was emitted as reasoning, rather than prompted into visible text. */
  readonly native: boolean;
  /** Its place in its body. */
  readonly pointer: string | undefined;
  /** Its first byte there. */
  readonly start: number | undefined;
  /** The byte after its last. */
  readonly end: number | undefined;
  /** Its native block as received, byte for byte. */
  readonly raw: string | Uint8Array | undefined;
  /**
   * Returns `true` if a value is a thought, of this realm, another, or another copy of the package.
   *
   * @example
   * import { decode, Thought } from "rethought";
   *
   * Thought.isThought(decode(response).thoughts[0]); // → true
   * Thought.isThought({ id: "t", content: "So." }); // → false
   */
  static isThought(value: unknown): value is Thought;
  /**
   * Makes the thought of a raw one: as `toRaw` gave it, as JSON or a structured clone carried it, or as ADK has it.
   *
   * @example
   * import { decode, Thought } from "rethought";
   *
   * const [emitted] = decode(response).thoughts;
   * Thought.fromRaw(structuredClone(emitted)).raw === emitted.raw; // → true
   *
   * @throws {ThoughtError} as the constructor does.
   */
  static fromRaw(raw: RawThought | StoredThought | Thought): Thought;
  /**
   * Gives ADK's raw thought, with some members changed. Times are ISO 8601, which Luxon reads with `DateTime.fromISO(raw.createdAt, { zone: "utc" })`.
   *
   * @example
   * import { decode } from "rethought";
   *
   * const { identity, replayCompatibility, payload } = decode(response).thoughts[0].toRaw({ identity: "planner" });
   * [identity.representation, replayCompatibility]; // → ["planner", "anthropic-messages-thinking-v1"]
   * payload.block; // → '{"type":"thinking","thinking":"Ask the tool.","signature":"EqQBCg=="}'
   */
  toRaw(changes?: Partial<RawThought> | null): RawThought & { content: string | Tokenizable; identity: { identifier: string | number; representation: string }; payload?: any; createdAt: string; updatedAt: string };
  /**
   * Counts the tokens of the content: by `counter`, or estimated as a token for every four UTF-16 code units.
   *
   * @example
   * import { Thought } from "rethought";
   *
   * const thought = new Thought({ id: "t", content: "four letters", createdAt: 0, updatedAt: 0 });
   * thought.countTokens(); // → 3
   * thought.countTokens((text) => text.split(" ").length); // → 2
   */
  countTokens(counter?: TokenCounter): number;
  /**
   * Plain data that makes the same thought again, whatever is in its payload.
   *
   * @example
   * import { Thought } from "rethought";
   *
   * const thought = new Thought({ id: "t", payload: { seal: new Uint8Array([1, 2]), count: 7n }, replayCompatibility: "mine-v1", createdAt: 0, updatedAt: 0 });
   * Thought.fromRaw(JSON.parse(JSON.stringify(thought))).payload; // → { seal: new Uint8Array([1, 2]), count: 7n }
   *
   * @throws {InputError} at the place of a function, an object of a class, or a value that leads back into itself.
   */
  toJSON(): StoredThought;
}
