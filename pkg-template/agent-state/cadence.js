// The moments at which a run of @cognipeer/agent-sdk asks the model for a note on its progress.
import { InputError } from "../errors/index.js";
import { numberFrom, optionsFrom } from "../text/options.js";
import { resolveReasoning } from "./reasoning.js";
import { stateFrom } from "./state-edit.js";

const STAGES = ["start", "after_tools"];

export function decideReflection(config, state, options) {
  const { taken = 0, stage = "after_tools" } = optionsFrom(options, ["taken", "stage"]);
  numberFrom(taken, "taken", 0);
  if (!STAGES.includes(stage)) throw new InputError(`stage is one of ${STAGES.join(", ")}`, { code: "E_INPUT", pointer: "/stage" });
  const { state: run } = stateFrom(state);
  if (!Array.isArray(run.messages)) throw new InputError("a state has a list of messages", { code: "E_INPUT", pointer: "/messages" });
  const reflection = resolveReasoning(config)?.reflection;
  const turn = run.toolCallCount || 0;
  const decided = (reason) => ({ due: reason === "due", reason, turn, trigger: reflection?.cadence ?? "off" });
  if (!reflection?.enabled) return decided("off");
  if (run.ctx?.__awaitingApproval || run.ctx?.__awaitingUserQuestion) return decided("waiting");
  return decided(stage === "start" ? reasonAtStart(reflection, run) : reasonAfterTools(reflection, run, turn, taken));
}

/** Only one cadence asks before the first answer, and the SDK counts no limit there. */
function reasonAtStart({ cadence }, { messages, ctx }) {
  if (cadence !== "initial_then_after_tool") return "cadence";
  if (ctx?.__resumeStage === "tools") return "resumed";
  return messages.some((message) => message?.role === "assistant") ? "cadence" : "due";
}

function reasonAfterTools({ cadence, everyNTurns, maxPerRun, shouldReflect }, state, turn, taken) {
  if (state.ctx?.__finalizedDueToStructuredOutput) return "finished";
  if (typeof maxPerRun === "number" && taken >= maxPerRun) return "max_per_run";
  const last = state.reflections?.at(-1)?.turn;
  if (Number.isFinite(last) && turn - last < everyNTurns) return "every_n_turns";
  const wants = shouldReflect ? shouldReflect({ state, turn, trigger: cadence, ranToolsThisTurn: true }) : cadence !== "on_branch" || hasBranched(state.messages);
  return wants ? "due" : "cadence";
}

/** Returns true if the tools of the last turn differ from those of the previous turn with tools. */
function hasBranched(messages) {
  const [current = [], previous = []] = lastToolTurns(messages, 2);
  if (previous.length === 0) return true;
  const [now, before] = [new Set(current), new Set(previous)];
  return now.size !== before.size || [...now].some((name) => !before.has(name));
}

/** Returns the names of the tools of the last turns that ran some, the latest first. */
function lastToolTurns(messages, count) {
  const turns = [];
  let names;
  for (let nth = messages.length - 1; nth >= 0 && turns.length < count; nth--) {
    const { role, name } = messages[nth] ?? {};
    if (role === "tool") names = name ? [...(names ?? []), name] : names ?? [];
    if (role !== "assistant" || !names) continue;
    turns.push(names);
    names = undefined;
  }
  // In a history that begins with results, their tools count if they have names.
  if (turns.length < count && names?.length) turns.push(names);
  return turns;
}
