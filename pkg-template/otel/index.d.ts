// `rethought/otel`: the hooks of a guard that report to OpenTelemetry.
import type { GuardRecorded, GuardRefused, GuardRepaired, GuardReported } from "../guard/events.js";

export type { GuardEvent, GuardRecorded, GuardRefused, GuardRepaired, GuardReported } from "../guard/events.js";

/** As much of `@opentelemetry/api` as is used. */
export interface TelemetryApi {
  readonly trace: {
    getActiveSpan(): TelemetrySpan | undefined;
  };
  readonly metrics?: {
    getMeter(name: string): { createCounter(name: string, options?: { description?: string; unit?: string }): { add(value: number, attributes?: Record<string, string | boolean>): void } };
  };
}

/** As much of a span as is used. */
export interface TelemetrySpan {
  setAttribute(name: string, value: string | number | boolean): unknown;
  addEvent(name: string, attributes?: Record<string, string | number | boolean>): unknown;
}

/** The hooks that report to OpenTelemetry. */
export interface GuardTelemetry {
  onReport: (event: GuardReported) => void;
  onRepaired: (event: GuardRepaired) => void;
  onRefused: (event: GuardRefused) => void;
  onRecorded: (event: GuardRecorded) => void;
}

/**
 * Makes hooks that report to OpenTelemetry, for the options of `guard`. The active span gets `rethought.verdict`, `rethought.repairs`, `gen_ai.conversation.id`, `gen_ai.response.id`, and an
 * event for each finding with its rule, severity and pointer; counters count findings and refusals by rule. No text of a request or an answer is reported.
 *
 * @example
 * import { guard } from "rethought/guard";
 * import { guardTelemetry } from "rethought/otel";
 *
 * const told = {};
 * const span = { setAttribute: (name, value) => (told[name] = value), addEvent() {} };
 * const api = { trace: { getActiveSpan: () => span } }; // in a program: import * as api from "@opentelemetry/api"
 * const fetch = guard(async () => new Response(response), guardTelemetry(api));
 * await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: request });
 * told["rethought.verdict"]; // → "accepted"
 *
 * @throws {InputError} if the api is none.
 */
export function guardTelemetry(api: TelemetryApi): GuardTelemetry;
