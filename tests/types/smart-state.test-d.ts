import {
  captureSnapshot, isNearDuplicate, mirrorReflections, readReflection, readSnapshot, reflectionMessage, reflectionOf, requestParams, resolveReasoning,
  restoreSnapshot, thoughtOfReflection, trimReflection, validateReasoningConfig, writeSnapshot,
} from "rethought/agent-state";
import type { RawThought } from "rethought";
import type {
  AgentSnapshot, LiveState, NativeReasoningConfig, ReasoningConfig, ReflectionCadence, ReflectionConfig, ReflectionEvent, ReflectionRecord, ReflectionThought,
  ResolvedReasoning, ResolvedReflectionConfig, SmartMessage, SmartState, SnapshotCycle, StrippedValue,
} from "rethought/agent-state";
import type { Assignable, Equal, Expect, Refuse } from "./equal.js";

declare const state: SmartState;
declare const record: ReflectionRecord;
declare const event: ReflectionEvent;
declare const config: ReasoningConfig;

export const snapshot = captureSnapshot({ ...state, agent: { tools: [() => 1] } }, { tag: "t", includeRuntimeHint: false });
export const lifted = readSnapshot(new Uint8Array());
export const text = writeSnapshot(lifted);
export const restored = restoreSnapshot(snapshot, { agent: {}, ctx: { onTick: () => 1 }, mergeCtx: false });
export const whole = requestParams(config, "anthropic-messages", new Uint8Array());
export const written = requestParams({ native: { effort: "max" } }, { url: "https://a.example" }, "{}", { fit: true, models: [{ if: "", set: {} }] });
export const alone = requestParams({ level: "low" }, "openai-chat");
export const fitted = requestParams({ level: "low" }, "openai-chat", null, { fit: true });
export const resolved = resolveReasoning(config);
export const thought = thoughtOfReflection(event, { createdAt: "" });
export const back = reflectionOf(thought);
export const message = reflectionMessage(record);
export const read = readReflection(message);

export type Snapshots = [
  Expect<Equal<typeof snapshot.stripped, StrippedValue[]>>,
  Expect<Equal<typeof snapshot.cycles, SnapshotCycle[]>>,
  Expect<Equal<typeof snapshot.schema, 1>>,
  Expect<Equal<typeof lifted, typeof snapshot>>,
  Expect<Equal<typeof text, string>>,
  Expect<Assignable<typeof snapshot, AgentSnapshot>>,
  Expect<Assignable<{ state: SmartState; metadata: { createdAt: string } }, AgentSnapshot>>,
  Refuse<Assignable<{ state: SmartState }, AgentSnapshot>>,
  Expect<Assignable<typeof restored, LiveState>>,
  Expect<Equal<typeof restored.messages, SmartMessage[]>>,
];

export type Settings = [
  Expect<Equal<typeof whole, Uint8Array>>,
  Expect<Equal<typeof written, string>>,
  Expect<Equal<typeof alone, Record<string, unknown>>>,
  Expect<Equal<typeof fitted, Record<string, unknown>>>,
  Expect<Equal<typeof resolved, ResolvedReasoning | undefined>>,
  Expect<Equal<ResolvedReasoning["native"], NativeReasoningConfig | undefined>>,
  Expect<Equal<ResolvedReflectionConfig["cadence"], ReflectionCadence>>,
  Expect<Assignable<ResolvedReflectionConfig, ReflectionConfig>>,
  Refuse<Assignable<ReflectionConfig, ResolvedReflectionConfig>>,
  Expect<Equal<ReturnType<typeof validateReasoningConfig>, void>>,
];

export type Notes = [
  Expect<Assignable<ReflectionThought, RawThought>>,
  Expect<Equal<typeof back, ReflectionRecord | ReflectionEvent | undefined>>,
  Expect<Equal<typeof message, SmartMessage>>,
  Expect<Equal<NonNullable<typeof read>["turn"], number>>,
  Expect<Equal<NonNullable<typeof read>["id"], string | undefined>>,
  Expect<Equal<ReturnType<typeof mirrorReflections>, SmartMessage[]>>,
  Expect<Equal<ReturnType<typeof trimReflection>, string>>,
  Expect<Equal<ReturnType<typeof isNearDuplicate>, boolean>>,
];

// @ts-expect-error a state has messages
captureSnapshot({});
// @ts-expect-error a schema that is not known
restoreSnapshot({ schema: 2, state, metadata: { createdAt: "" } });
// @ts-expect-error there is no such effort, fitted or not
resolveReasoning({ native: { effort: "ultra" } });
// @ts-expect-error there is no such wire
requestParams(config, "acme");
// @ts-expect-error a note has an id
thoughtOfReflection({ turn: 1, text: "x", createdAt: "" });
