// Observations of Langfuse: rows of its exports to object storage and of its API, in either spelling of their names.
import { callOf, OTHER } from "./observed-call.js";

/** Members that observations have and no other line has. */
const OWN = ["provided_model_name", "providedModelName", "model_parameters", "modelParameters", "internal_model_id", "modelId", "usage_details", "usageDetails", "completion_start_time", "completionStartTime"];

/** The members by which an observation is told and read. */
export const OBSERVATION = ["type", "trace_id", "traceId", "input", "output", ...OWN];

/** True if a line is an observation, by its members. */
export function isObservation(members) {
  return members.has("type") && (members.has("trace_id") || members.has("traceId")) && OWN.some((name) => members.has(name));
}

/** The call that an observation is of. */
export function observedCall(row) {
  if (row.type !== "GENERATION") return OTHER;
  const model = row.provided_model_name ?? row.providedModelName ?? row.model ?? undefined;
  return callOf({
    id: row.id,
    time: row.start_time ?? row.startTime,
    session: row.session_id ?? row.sessionId ?? undefined,
    model,
    input: row.input,
    output: row.output,
    why: row.input === undefined || row.input === null || row.input === "" ? "the request: the observation has no input; the export leaves it out unless it is asked for" : "the request: input is neither a body nor its messages as they were sent",
  });
}
