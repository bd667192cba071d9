// Thoughts and identities, in the shape of @nhtio/adk: validated and immutable.
import type { IdentityLike, RawIdentity, RawThought } from "./types.js";

/** Counts the tokens of a text. */
export type TokenCounter = (text: string) => number;

/**
 * An agent: the key its system knows it by, and the name the model sees. Immutable.
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

/**
 * A validated thought: content, an opaque payload, or both. Deeply immutable.
 *
 * @example
 * import { decode, Thought } from "rethought";
 *
 * const [emitted] = decode(response).thoughts;
 * const thought = new Thought({
 *   id: "msg_1/0",
 *   content: emitted.text,
 *   payload: emitted.raw,
 *   replayCompatibility: "anthropic-messages-thinking-v1",
 *   createdAt: "2026-11-16T06:00:00Z",
 *   updatedAt: 1794808800000,
 * });
 * thought.isOpaque; // → true
 * thought.updatedAt; // → "2026-11-16T06:00:00.000Z"
 * thought.identity.identifier; // → "assistant"
 */
export class Thought {
  /** @throws {ThoughtError} with `code` `E_INVALID_INITIAL_THOUGHT_VALUE` and a `cause` that says what is wrong and where. */
  constructor(raw: RawThought);
  /** Names the thought for good. */
  readonly id: string;
  /** The text that can be read of it; empty where only the payload says it. */
  readonly content: string;
  /** Who had it; `assistant` if nobody was named. */
  readonly identity: Identity;
  /** The part that only its provider can read: a frozen copy of what was given. */
  readonly payload: unknown;
  /** The tag of the wires that can take the payload back. */
  readonly replayCompatibility: string | undefined;
  /** When it was recorded, in ISO 8601 and UTC. */
  readonly createdAt: string;
  /** When it last changed, in ISO 8601 and UTC. */
  readonly updatedAt: string;
  /** True if a wire must carry the payload and not the content. */
  readonly isOpaque: boolean;
  /**
   * Returns `true` if a value is a thought, of this realm, another, or another copy of the package.
   *
   * @example
   * import { Thought } from "rethought";
   *
   * Thought.isThought({ id: "t", content: "So." }); // → false
   */
  static isThought(value: unknown): value is Thought;
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
   * Plain data that makes the same thought again.
   *
   * @example
   * import { Thought } from "rethought";
   *
   * const thought = new Thought({ id: "t", content: "So.", createdAt: 0, updatedAt: 0 });
   * new Thought(thought.toJSON()).content; // → "So."
   */
  toJSON(): RawThought & { content: string; identity: RawIdentity; createdAt: string; updatedAt: string };
}
