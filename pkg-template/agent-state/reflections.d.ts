// The reflections of @cognipeer/agent-sdk: notes that it asks the model for between turns, as thoughts and as messages.
import type { RawThought, ReflectionEvent, ReflectionRecord, SmartMessage } from "../records/index.js";

/** A note as a thought: prompted, not native, and with its record whole in the payload. */
export type ReflectionThought = RawThought & {
  /** The note. */
  content: string;
  /** The record or the event, unchanged. */
  payload: { channel: "prompted"; kind: "reflection"; record: ReflectionRecord | ReflectionEvent };
  /** No provider accepts it as its own. */
  replayCompatibility: "cognipeer-reflection-v1";
};

/**
 * Writes a note as a thought, for `new Thought(…)`. An event does not say when it was: give `createdAt`, or it is now.
 *
 * @example
 * import { thoughtOfReflection } from "rethought/agent-state";
 *
 * const note = { id: "r1", turn: 2, text: "Two files are left.", createdAt: "2026-11-16T06:00:00.000Z" };
 * thoughtOfReflection(note).content; // → "Two files are left."
 *
 * @throws {InputError} if it has no id or no text, or holds what is not data.
 */
export function thoughtOfReflection(reflection: ReflectionRecord | ReflectionEvent, options?: { createdAt?: string }): ReflectionThought;

/**
 * Reads the note of a thought: the same record or event. Returns `undefined` if the thought is not a note. A content that was changed is its new text.
 *
 * @example
 * import { reflectionOf, thoughtOfReflection } from "rethought/agent-state";
 *
 * const note = { id: "r1", turn: 2, text: "Two files are left.", createdAt: "2026-11-16T06:00:00.000Z" };
 * reflectionOf(thoughtOfReflection(note)).turn; // → 2
 */
export function reflectionOf(thought: { content?: unknown; payload?: unknown; replayCompatibility?: string | undefined }): ReflectionRecord | ReflectionEvent | undefined;

/**
 * Writes the system message in which the model sees a note: `<agent_reflection turn=N at=ISO>` around its text.
 *
 * @example
 * import { reflectionMessage } from "rethought/agent-state";
 *
 * const note = { id: "r1", turn: 2, text: "Two files are left.", createdAt: "2026-11-16T06:00:00.000Z" };
 * reflectionMessage(note).name; // → "agent_reflection"
 */
export function reflectionMessage(reflection: ReflectionRecord): SmartMessage;

/**
 * Reads the note of such a message, or of its text. Returns `undefined` for any other message.
 *
 * @example
 * import { readReflection } from "rethought/agent-state";
 *
 * readReflection("<agent_reflection turn=2 at=2026-11-16T06:00:00.000Z>\nTwo files are left.\n</agent_reflection>").text; // → "Two files are left."
 */
export function readReflection(message: SmartMessage | string): (Pick<ReflectionRecord, "turn" | "text" | "createdAt"> & Partial<ReflectionRecord>) | undefined;

/**
 * Puts the last notes at the end of messages: `keepLast` of them, three by default and at least one. Earlier notes are removed, with the questions that asked
 * for them.
 *
 * @example
 * import { mirrorReflections } from "rethought/agent-state";
 *
 * const note = (turn) => ({ id: `r${turn}`, turn, text: "So.", createdAt: "2026-11-16T06:00:00.000Z" });
 * mirrorReflections([{ role: "user", content: "Hi" }], [note(1), note(2)], { keepLast: 1 }).length; // → 2
 */
export function mirrorReflections(messages: readonly SmartMessage[], reflections: readonly ReflectionRecord[], options?: { keepLast?: number }): SmartMessage[];

/**
 * Cuts a note to a length in UTF-16 code units, with an ellipsis as the last.
 *
 * @example
 * import { trimReflection } from "rethought/agent-state";
 *
 * trimReflection("Two files are left.", 10); // → "Two files…"
 */
export function trimReflection(text: string, maxChars: number): string;

/**
 * Returns `true` if two notes say the same: but for case and space, or in nine of ten words that either has.
 *
 * @example
 * import { isNearDuplicate } from "rethought/agent-state";
 *
 * isNearDuplicate("Two files are left.", "two files  are left."); // → true
 */
export function isNearDuplicate(one: string, other: string): boolean;
