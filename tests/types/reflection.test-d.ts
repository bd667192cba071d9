import type {
  NativeReasoningConfig, ReasoningConfig, ReasoningEffort, ReasoningLevel, ReflectionCadence, ReflectionConfig, ReflectionEvent, ReflectionHookContext, ReflectionMode,
  ReflectionRecord, ReflectionTarget, ReflectionUsage,
} from "rethought/agent-state";
import type { Equal, Expect, Interchangeable } from "./equal.js";
import type * as Seed from "./seeds/cognipeer.js";

type Native = Exclude<NonNullable<Seed.ReasoningConfig["native"]>, false>;
type Reflection = Exclude<NonNullable<Seed.ReasoningConfig["reflection"]>, false>;

export type Same = [
  Expect<Equal<ReasoningConfig, Seed.ReasoningConfig>>,
  Expect<Interchangeable<ReasoningConfig, Seed.ReasoningConfig>>,
  Expect<Equal<ReasoningLevel, Seed.ReasoningLevel>>,
  Expect<Equal<NativeReasoningConfig, Native>>,
  Expect<Equal<ReasoningEffort, NonNullable<Native["effort"]>>>,
  Expect<Equal<ReflectionConfig, Reflection>>,
  Expect<Equal<ReflectionCadence, Seed.ReflectionCadence>>,
  Expect<Equal<ReflectionHookContext, Seed.ReflectionHookContext>>,
  Expect<Equal<ReflectionMode, NonNullable<Reflection["mode"]>>>,
  Expect<Equal<ReflectionTarget, NonNullable<Reflection["feedTo"]>>>,
  Expect<Equal<ReflectionRecord, Seed.ReflectionRecord>>,
  Expect<Equal<ReflectionEvent, Seed.ReflectionEvent>>,
  Expect<Equal<ReflectionUsage, NonNullable<Seed.ReflectionRecord["usage"]>>>,
];

export const off: ReasoningConfig = { native: false, reflection: false };
export const newer: ReasoningConfig = { level: "minimal", native: { effort: "none" }, reflection: { cadence: "initial_then_after_tool", feedTo: "plan" } };

export const hooked: ReasoningConfig = { reflection: { shouldReflect: ({ state, turn }) => turn > 2 && state.messages.length > 4, onReflection: (record) => void record.text } };

// @ts-expect-error only false switches off
export const on: ReasoningConfig = { native: true };
// @ts-expect-error there is no such level
export const level: ReasoningConfig = { level: "max" };
// @ts-expect-error there is no such cadence
export const cadence: ReasoningConfig = { reflection: { cadence: "always" } };
// @ts-expect-error absent is not undefined
export const undef: ReasoningConfig = { level: undefined };
// @ts-expect-error a record says when
export const timeless: ReflectionRecord = { id: "r", turn: 1, text: "x" };
// @ts-expect-error an event names itself
export const anonymous: ReflectionEvent = { id: "r", turn: 1, text: "x" };
