// The records of a conversion that tsify cannot write. The rest is generated into types.d.ts.
import type { TargetLike } from "./exchange.js";
import type { AuditOptions, ConversionNote, ConversionPolicy, PlannedThought, Report } from "./types.js";

/** The options of `convert`. */
export interface ConvertOptions extends AuditOptions {
  /** Where the request was going, or its wire. What is left out is told by the body. */
  from?: TargetLike;
  /** Where it is to go: a wire, or a target with its host and its model. */
  to: TargetLike;
  /** The fate of thoughts that the target does not read. A word by itself chooses the fate of those of other issuers. */
  policy?: ConversionPolicy | NonNullable<ConversionPolicy["foreign"]>;
}

/** A body of another wire, in the form in which one was given: text for text, bytes for bytes, an object for an object. */
export type ConvertedBody<T> = T extends string ? string : T extends ArrayBufferView | ArrayBufferLike ? Uint8Array : object;

/** A request, converted. */
export interface Conversion<T> {
  /** The request as the target takes it: text for text, bytes for bytes, an object for an object. */
  request: T;
  /** The fates of all thoughts. */
  plan: PlannedThought[];
  /** Everything else that is not as it was. */
  notes: ConversionNote[];
  /** The audit of the result. It is made when it is first read. */
  readonly report: Report;
}
