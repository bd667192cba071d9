/** A string with its token count, as ADK's class of that name: only its conversions to a string are used. */
export interface Tokenizable {
    /** The wrapped text, as `String(value)` asks for it. */
    toString(): string;
    /** The wrapped text. A plain object, a number or a date has another value here. */
    valueOf(): string;
    /** The wrapped text, as `JSON.stringify` asks for it. */
    toJSON(): string;
}

/** Who had a thought, after validation: ADK's `Identity` instances and any object of that shape. */
export interface IdentityLike {
    /** The system's own key for the agent; it is never shown to a model. */
    readonly identifier: string | number;
    /** The name under which a model sees the agent. */
    readonly representation: Tokenizable;
}

/** A moment held by a date library: a Luxon `DateTime` has this shape, and no dependency on Luxon follows. */
export interface DateTimeLike {
    /** False for a moment that could not be parsed; such a value is refused. */
    readonly isValid: boolean;
    /** Milliseconds since 1970, `NaN` when invalid. */
    toMillis(): number;
    /** ISO 8601 text with its offset, null when invalid. */
    toISO(): string | null;
}

/** A reasoning item of another kind. It is kept whole and sent back unchanged. */
export interface UnknownReasoningItem {
    /** The kind as received. */
    type: string;
    /** Every other key of the item, untouched. */
    [key: string]: unknown;
}

/** One message of a `SmartState`, with whatever keys its provider added. */
export interface SmartMessage {
    /** The role of the sender: `system`, `user`, `assistant`, `tool` or another word of the provider. */
    role: string;
    /** A participant's name, or the runtime's marker on messages it wrote itself. */
    name?: string;
    /** Text, or parts in the order in which they were written. */
    content: string | SmartContentPart[];
    /** The tool calls of an assistant message, in the provider's own shape. */
    tool_calls?: any;
    /** On a tool's answer: the call that it answers. */
    tool_call_id?: string;
    /** Every other key, among them `reasoning` on assistant messages. */
    [key: string]: any;
}

/** One part of a message's content, kept with all its keys. */
export interface SmartContentPart {
    /** The kind of the part, such as `text` or `image_url`. */
    type: string;
    /** The part's own keys, which depend on its type. */
    [key: string]: any;
}

/** Headers in any of the forms in which programs hold them: an object, pairs, or something like `Headers` or `Map`. */
export type HeadersLike = { readonly [name: string]: string | readonly string[] | undefined } | readonly (readonly [string, string])[] | { forEach(visit: (value: string, name: string) => void): void };

/**
 * The formats that are recognised but cannot be audited. They are `aider`, `amp`, `antigravity`, `cline-display`, `codex-exec`, `cursor`, `database`,
 * `grok-updates`, `kimi-wire`, `opencode-storage`, `openinference`, `specstory` and `zip`. A session of any other format is `unknown`.
 */
export type UnreadFormat =
  | "aider"
  | "amp"
  | "antigravity"
  | "cline-display"
  | "codex-exec"
  | "cursor"
  | "database"
  | "grok-updates"
  | "kimi-wire"
  | "opencode-storage"
  | "openinference"
  | "specstory"
  | "zip"
  | "unknown";
