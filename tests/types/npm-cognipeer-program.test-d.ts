// A program with the types of @cognipeer/agent-sdk, in which every other call is ours. It has no cast.
import * as sdk from "@cognipeer/agent-sdk";
import type { AgentInstance, AgentOptions, AgentSnapshot, SmartAgentEvent, SmartState, TraceSessionFile } from "@cognipeer/agent-sdk";
import {
  captureSnapshot, decideReflection, mirrorReflections, readSnapshot, readTrace, resolveReasoning, resolveToolApproval, resolveUserQuestion, restoreSnapshot, traceToOtlp, writeSnapshot,
  writeTrace,
} from "rethought/agent-state";
import type * as Ours from "rethought/agent-state";

/** Pauses, stores, answers and continues. */
export async function goOn(agent: AgentInstance, state: SmartState, store: (text: string) => Promise<string>): Promise<SmartState | undefined> {
  const snapshot: AgentSnapshot = captureSnapshot(state, { tag: "paused" });
  const text = await store(writeSnapshot(captureSnapshot(state)));
  const again: SmartState = restoreSnapshot(readSnapshot(text), { ctx: { tenant: "t" } });
  const typed: SmartState = restoreSnapshot(readSnapshot<SmartState>(text));
  const theirs: SmartState = sdk.restoreSnapshot(readSnapshot(text));
  const lifted: Ours.AgentSnapshot = readSnapshot(sdk.captureSnapshot(state));
  const question = again.pendingUserQuestions?.[0];
  const answered: SmartState = question ? resolveUserQuestion(again, { id: question.id, cancelled: true }) : typed;
  const approved: SmartState = resolveToolApproval(answered, { id: "a", approved: true });
  const mirrored = { ...approved, messages: mirrorReflections(approved.messages, approved.reflections ?? []) };
  await agent.resume(snapshot);
  await agent.resume(lifted);
  return (await agent.invoke(mirrored)).state ?? theirs;
}

/** The options of an agent, checked by ours and passed to the SDK. */
export function start(options: AgentOptions): AgentInstance {
  const ours: Ours.AgentOptions = options;
  const limits: Ours.AgentLimits = { maxToolCalls: 8, maxCostUsd: 1 };
  const reasoning = resolveReasoning(ours.reasoning);
  return sdk.createAgent({ ...ours, limits, tracing: { enabled: true, sink: { type: "custom", onSession: keep, onEvent: (event) => void event.status } }, ...(reasoning && { reasoning }) });
}

function keep(session: TraceSessionFile): void {
  const otlp = traceToOtlp(session).resourceSpans[0]?.scopeSpans[0]?.spans.length;
  const back: TraceSessionFile = readTrace(writeTrace(session));
  sdk.traceSessionToOtlp(back);
  console.log(otlp, back.status === "partial" ? back.errors[0]?.message : back.threadId);
}

/** Events and decisions. */
export function listen(event: SmartAgentEvent, state: SmartState): boolean {
  const ours: Ours.SmartAgentEvent = event;
  const back: SmartAgentEvent = ours;
  const user: string = state.ctx?.["user"].name;
  return back.type === "reflection" && user !== "" && decideReflection({ reflection: { shouldReflect: ({ turn }) => turn > 1 } }, state, { taken: 1 }).due;
}
