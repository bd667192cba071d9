// The records of a conversion that tsify cannot write. The rest is generated into records/index.d.ts.
import type { TargetLike } from "../exchange/exchange.js";
import type { Envelope } from "../letta/index.js";
import type { AuditOptions, ConversionNote, ConversionPolicy, PlannedThought, Report } from "../records/index.js";

/** The options of `convert`. */
export interface ConvertOptions extends AuditOptions {
  /** Where the request was going, its wire, or the format of the messages. The body supplies the rest. Messages that look like those of several formats are refused. */
  from?: TargetLike | MessageFormat | MessageSource;
  /** Where it is to go: a wire, a target with its host and its model, or a format in which a framework keeps messages. */
  to: TargetLike | MessageFormat | MessageTarget;
  /** The fate of thoughts that the target does not read. A word by itself chooses the fate of those of other vendors. */
  policy?: ConversionPolicy | NonNullable<ConversionPolicy["foreign"]>;
}

/** A body of another wire, in the form in which one was given: text for text, bytes for bytes, an object for an object. */
export type ConvertedBody<T> = T extends string ? string : T extends ArrayBufferView | ArrayBufferLike ? Uint8Array : object;

/** A format in which a framework keeps messages. It holds a conversation with the vendor of each thought, and is never sent. */
export type MessageFormat =
  | "ai-sdk" | "ai-sdk-ui" | "openai-agents" | "pydantic-ai" | "langchain" | "litellm"
  | "agentfootprint" | "cognipeer" | "letta";

/** A format, with the model or the host that issued the thoughts in it. Formats that name no vendor are read by it. */
export interface MessageSource {
  /** The format. */
  wire: MessageFormat;
  /** The model. */
  model?: string;
  /** The host of the model. */
  host?: string;
}

/** A format whose messages have members around what they say: those of Letta. */
export interface MessageTarget {
  /** The format. */
  wire: MessageFormat;
  /** The members of every message: its date, its sender, its run. Without a date, messages of a response have that of the response, and others count from 1970. */
  envelope?: Envelope | null;
}

/** Messages in a format, converted. */
export interface HeldConversion<T> extends Omit<Conversion<T>, "report"> {
  /** Nobody audits what is not sent. */
  readonly report: undefined;
}

/** A request, converted. */
export interface Conversion<T> {
  /** The request as the target takes it: text for text, bytes for bytes, an object for an object. */
  request: T;
  /** The fates of all thoughts. */
  plan: PlannedThought[];
  /** Everything else that was changed. */
  notes: ConversionNote[];
  /** The audit of the result. It is made when it is first read. */
  readonly report: Report;
}
