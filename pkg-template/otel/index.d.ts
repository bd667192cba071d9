// `rethought/otel`: the hooks of a guard that report to OpenTelemetry.
import type { GuardAnswered, GuardRecorded, GuardRefused, GuardRepaired, GuardReported, GuardStored } from "../guard/events.js";

export type { GuardAnswered, GuardEvent, GuardRecorded, GuardRefused, GuardRepaired, GuardReported, GuardStored } from "../guard/events.js";

/** As much of `@opentelemetry/api` as is used. */
export interface TelemetryApi {
  readonly trace: {
    getActiveSpan(): TelemetrySpan | undefined;
    getTracer?(name: string): { startSpan(name: string, options?: { kind?: number; attributes?: TelemetryAttributes }): TelemetrySpan };
  };
  readonly metrics?: { getMeter(name: string): TelemetryMeter };
}

/** Attributes of a span, of an event or of a measured value. */
export type TelemetryAttributes = Record<string, string | number | boolean>;

/** As much of a meter as is used. Without a kind of instrument, nothing is measured by it. */
export interface TelemetryMeter {
  createCounter(name: string, options?: { description?: string; unit?: string }): { add(value: number, attributes?: TelemetryAttributes): void };
  createHistogram?(name: string, options?: { description?: string; unit?: string; advice?: { explicitBucketBoundaries?: number[] } }): { record(value: number, attributes?: TelemetryAttributes): void };
  createUpDownCounter?(name: string, options?: { description?: string; unit?: string }): { add(value: number, attributes?: TelemetryAttributes): void };
}

/** As much of a span as is used. */
export interface TelemetrySpan {
  setAttribute(name: string, value: string | number | boolean): unknown;
  addEvent(name: string, attributes?: TelemetryAttributes): unknown;
  updateName?(name: string): unknown;
  setStatus?(status: { code: number }): unknown;
  end?(): void;
}

/** The options of `guardTelemetry`. */
export interface GuardTelemetryOptions {
  /** Starts a span of its own for every call to a provider, by the GenAI conventions. Without it, the active span of the program gets attributes and events. The default is `false`. */
  spans?: boolean | undefined;
}

/** The hooks that report to OpenTelemetry. */
export interface GuardTelemetry {
  onReport: (event: GuardReported) => void;
  onRepaired: (event: GuardRepaired) => void;
  onRefused: (event: GuardRefused) => void;
  onAnswered: (event: GuardAnswered) => void;
  onRecorded: (event: GuardRecorded) => void;
  onStore: (event: GuardStored) => void;
  onError: (error: unknown) => void;
}

/**
 * Makes hooks that report to OpenTelemetry, for the options of `guard`. The active span gets `rethought.verdict`, `rethought.repairs`,
 * `gen_ai.conversation.id`, `gen_ai.response.id`, and an event for each finding with its rule, severity and pointer. Metrics are
 * `gen_ai.client.operation.duration`, audits, findings by rule, fixes, refusals, right and wrong predictions, and the time that requests were held. For the
 * store they are latency, errors and queue. No text of a request or an answer is reported. If you set hooks of your own too, call these in them.
 *
 * @example
 * import { guard } from "rethought/guard";
 * import { guardTelemetry } from "rethought/otel";
 *
 * const attributes = {};
 * const span = { setAttribute: (name, value) => (attributes[name] = value), addEvent() {} };
 * const api = { trace: { getActiveSpan: () => span } }; // in a program: import * as api from "@opentelemetry/api"
 * const fetch = guard(async () => new Response(response), guardTelemetry(api));
 * await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: request });
 * attributes["rethought.verdict"]; // → "accepted"
 *
 * @throws {InputError} if the api is none.
 */
export function guardTelemetry(api: TelemetryApi, options?: GuardTelemetryOptions): GuardTelemetry;
