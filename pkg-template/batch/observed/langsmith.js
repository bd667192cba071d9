// Runs of LangSmith: lines of its exports and of its API. Its wrappers keep a request as it was given to the client; LangChain keeps its own messages instead.
import { isLangChain, isObject, valueOf } from "./bodies.js";
import { callOf, OTHER } from "./observed-call.js";

/** The members by which a run is told and read. */
export const RUN = ["run_type", "inputs", "outputs"];

/** True if a line is a run, by its members. */
export const isRun = (members) => members.has("run_type") && members.has("inputs");

/** The call that a run is of. */
export function runCall(run) {
  if (run.run_type !== "llm") return OTHER;
  const [inputs, extra] = [valueOf(run.inputs), valueOf(run.extra)];
  const { metadata = {} } = isObject(extra) ? extra : {};
  const provider = metadata.ls_provider;
  return callOf({
    id: run.id,
    time: typeof run.start_time === "string" ? run.start_time : undefined,
    session: metadata.thread_id ?? metadata.session_id ?? metadata.conversation_id,
    model: metadata.ls_model_name,
    // Its wrapper of openai says so whatever host the client calls.
    provider: provider === "openai" ? undefined : provider,
    input: provider === "anthropic" ? withSystem(inputs, run.inputs) : run.inputs,
    output: run.outputs,
    why: isLangChain(inputs?.messages) ? "the request: inputs are LangChain's messages, which its integration turns into a request" : "the request: inputs are not the body of one",
  });
}

/** The wrapper of Anthropic's client puts the system prompt before the messages, where Anthropic takes none. */
function withSystem(inputs, given) {
  const [first, ...messages] = Array.isArray(inputs?.messages) ? inputs.messages : [];
  if (first?.role !== "system" || inputs.system !== undefined) return given;
  return { ...inputs, system: first.content, messages };
}
