import type {
  ContextPilotCompressionStats, ContextPilotCompressorKind, GuardrailDisposition, GuardrailIncident, GuardrailOutcome, MemoryFact, MemoryScope, ModelUsage,
  PlanEvent, PlanOperation, PlanSource, PlanState, PlanStepRecord, PlanStepStatus, RequestUsage, SmartContentPart, SmartMessage, SmartState, StateUsage,
  SummaryFactItem, SummaryIntegrityCheck, SummaryRecord, ToolExecution, ToolExecutionStatus, ToolResponseClassification, ToolResponseRetentionPolicy,
} from "rethought/agent-state";
import type { Equal, Expect, Interchangeable } from "./equal.js";
import type * as Seed from "./seeds/cognipeer.js";

type Usage = NonNullable<Seed.SmartState["usage"]>;
type Shortened = NonNullable<Seed.ToolExecution["contextPilot"]>;

export type Same = [
  Expect<Equal<SmartState, Seed.SmartState>>,
  Expect<Interchangeable<SmartState, Seed.SmartState>>,
  Expect<Equal<SmartMessage, Seed.Message>>,
  Expect<Equal<SmartContentPart, Exclude<Seed.Message["content"], string>[number]>>,
  Expect<Equal<ToolExecution, Seed.ToolExecution>>,
  Expect<Equal<ToolExecutionStatus, NonNullable<Seed.ToolExecution["status"]>>>,
  Expect<Equal<ToolResponseClassification, NonNullable<Seed.ToolExecution["classification"]>>>,
  Expect<Equal<ToolResponseRetentionPolicy, NonNullable<Seed.ToolExecution["retentionPolicy"]>>>,
  Expect<Equal<ContextPilotCompressionStats, Shortened>>,
  Expect<Equal<ContextPilotCompressorKind, Shortened["compressorUsed"]>>,
  Expect<Equal<SummaryRecord, Seed.SummaryRecord>>,
  Expect<Equal<SummaryFactItem, Seed.SummaryRecord["stable_facts"][number]>>,
  Expect<Equal<SummaryIntegrityCheck, NonNullable<Seed.SummaryRecord["integrity"]>>>,
  Expect<Equal<MemoryFact, Seed.MemoryFact>>,
  Expect<Equal<MemoryScope, NonNullable<Seed.MemoryFact["scope"]>>>,
  Expect<Equal<PlanState, NonNullable<Seed.SmartState["plan"]>>>,
  Expect<Equal<PlanStepRecord, Seed.PlanStepRecord>>,
  Expect<Equal<PlanStepStatus, Seed.PlanStepRecord["status"]>>,
  Expect<Equal<PlanEvent, Seed.PlanEvent>>,
  Expect<Equal<PlanSource, Seed.PlanEvent["source"]>>,
  Expect<Equal<PlanOperation, NonNullable<Seed.PlanEvent["operation"]>>>,
  Expect<Equal<StateUsage, Usage>>,
  Expect<Equal<RequestUsage, Usage["perRequest"][number]>>,
  Expect<Equal<ModelUsage, Usage["totals"][string]>>,
  Expect<Equal<GuardrailOutcome, NonNullable<Seed.SmartState["guardrailResult"]>>>,
  Expect<Equal<GuardrailIncident, Seed.GuardrailIncident>>,
  Expect<Equal<GuardrailDisposition, Seed.GuardrailIncident["disposition"]>>,
];

export const least: SmartState = { messages: [] };
export const cleared: SmartState = { messages: [{ role: "assistant", content: "", reasoning: { blocks: [] } }], plan: null };

// @ts-expect-error the messages are required
export const empty: SmartState = {};
// @ts-expect-error a message has a content
export const silent: SmartState = { messages: [{ role: "user" }] };
// @ts-expect-error absent is not undefined
export const undef: SmartState = { messages: [], ctx: undefined };
// @ts-expect-error only a plan may be null
export const nil: SmartState = { messages: [], reflections: null };
// @ts-expect-error there is no such state of a step
export const step: PlanStepRecord = { id: 1, step: "x", owner: "agent", exitCriteria: "y", status: "done" };
// @ts-expect-error the call id has the wire's spelling
export const call: ToolExecution = { executionId: "e", toolName: "t", args: {}, output: "", toolCallId: "c" };
// @ts-expect-error the output is required, whatever it is
export const mute: ToolExecution = { executionId: "e", toolName: "t", args: {} };
