// The pauses of a run of @cognipeer/agent-sdk: questions to the user, and tool calls that wait for a person. They are resolved as the SDK's
// agents resolve them.
import { InputError } from "../errors/index.js";
import { optionsFrom, refuseUnknown } from "../text/options.js";
import { changedState, stateFrom } from "./state-edit.js";

const TOOL = "ask_user_question";

export function resolveUserQuestion(state, resolution, options) {
  const at = timeFrom(options);
  checkResolution(resolution, ["id", "answers", "answeredBy", "notes", "cancelled"]);
  const given = stateFrom(state);
  const { entry, nth } = pendingEntry(given.state, "pendingUserQuestions", resolution.id, "user question");
  if (["answered", "executed", "cancelled"].includes(entry.status))
    throw wrong(`User question ${entry.id} already resolved (status: ${entry.status}).`, `/pendingUserQuestions/${nth}/status`);
  const cancelled = resolution.cancelled === true;
  const answers = cancelled ? resolution.answers ?? {} : checkedAnswers(entry, nth, resolution.answers ?? {});
  const status = cancelled ? "cancelled" : "answered";
  const members = { status, answers, cancelled: cancelled || undefined, answeredBy: resolution.answeredBy, notes: resolution.notes, answeredAt: at };
  // The question of a sub-agent is answered in its own run. The tools of this run continue with it.
  const isChild = Boolean(entry.metadata?.__subagent);
  const ctx = { __awaitingUserQuestion: undefined, __userQuestionResolved: { id: entry.id, status } };
  if (given.state.ctx?.__resumeStage === "tools" && !isChild) ctx.__resumeStage = undefined;
  const content = isChild ? undefined : toolContent(entry, answers, cancelled, resolution.notes);
  const message = content && { role: "tool", name: TOOL, tool_call_id: entry.toolCallId, content };
  return changedState(given, { list: "pendingUserQuestions", nth, members, ctx, message });
}

export function resolveToolApproval(state, resolution, options) {
  const at = timeFrom(options);
  checkResolution(resolution, ["id", "approved", "approvedArgs", "decidedBy", "comment"]);
  const { approved, approvedArgs, decidedBy, comment } = resolution;
  // The SDK treats the text "false" as approval.
  if (typeof approved !== "boolean") throw wrong("approved must be true or false", "/approved");
  const given = stateFrom(state);
  const { entry, nth } = pendingEntry(given.state, "pendingApprovals", resolution.id, "approval");
  if (entry.status === "executed") throw wrong(`Tool approval ${entry.id} already completed.`, `/pendingApprovals/${nth}/status`);
  const status = approved ? "approved" : "rejected";
  const members = { status, approvedArgs: approved ? approvedArgs ?? entry.args : undefined, decidedBy, comment, decidedAt: at };
  const ctx = { __awaitingApproval: undefined, __resumeStage: "tools", __approvalResolved: { id: entry.id, status } };
  return changedState(given, { list: "pendingApprovals", nth, members, ctx });
}

/** Returns the time of a decision: now, unless the caller gives a time. */
function timeFrom(options) {
  const { at } = optionsFrom(options, ["at"]);
  if (at === undefined) return new Date().toISOString();
  const time = typeof at === "string" ? at : at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined;
  if (time === undefined) throw wrong("at must be an ISO text or a Date", "/at");
  return time;
}

function checkResolution(resolution, names) {
  if (typeof resolution !== "object" || resolution === null || Array.isArray(resolution)) throw wrong("a resolution is an object");
  refuseUnknown(resolution, names);
  for (const name of names.filter((name) => !["answers", "approved", "approvedArgs", "cancelled"].includes(name)))
    if (resolution[name] !== undefined && typeof resolution[name] !== "string") throw wrong(`${name} must be a string`, `/${name}`);
}

/** Returns the entry that has an id, or waits for the tool call of that id. */
function pendingEntry(state, list, id, what) {
  const entries = Array.isArray(state[list]) ? state[list] : [];
  const nth = entries.findIndex((entry) => id !== undefined && (entry?.id === id || entry?.toolCallId === id));
  if (nth < 0) throw wrong(`Pending ${what} not found for id: ${id}`, `/${list}`);
  return { entry: entries[nth], nth };
}

/** Returns the answers by the texts of their questions, each checked against its question. */
function checkedAnswers(entry, nth, provided) {
  const at = `/pendingUserQuestions/${nth}/questions`;
  if (!Array.isArray(entry.questions)) throw wrong("a question has a list of questions", at);
  if (typeof provided !== "object" || Array.isArray(provided)) throw wrong("answers is an object", "/answers");
  const allowsText = entry.allowFreeText !== false;
  const named = new Set(entry.questions.flatMap(({ question, header }) => [question, header || ""]));
  const stray = Object.keys(provided).find((name) => !named.has(name));
  // The SDK drops such an answer, and the user's input is lost.
  if (stray !== undefined) throw wrong(`there is no question ${JSON.stringify(stray)}`, pointerTo(stray));
  const checked = {};
  entry.questions.forEach((question, at) => {
    const name = [question.question, question.header || ""].find((name) => Object.hasOwn(provided, name) && provided[name]);
    const answer = checkedAnswer(question, name === undefined ? undefined : answerAt(provided, name), allowsText, `/pendingUserQuestions/${nth}/questions/${at}`);
    // A question may have any text, also the name of a setter of Object.prototype.
    if (answer) Object.defineProperty(checked, question.question, { value: answer, enumerable: true, configurable: true, writable: true });
  });
  return checked;
}

/** Returns the parts of an answer. Anything else is refused: the SDK would read its parts as empty. */
function answerAt(provided, name) {
  const { values = [], freeText = "", notes } = provided[name];
  const at = pointerTo(name);
  if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) throw wrong("values is a list of strings", `${at}/values`);
  if (typeof freeText !== "string") throw wrong("freeText is a string", `${at}/freeText`);
  if (notes !== undefined && typeof notes !== "string") throw wrong("notes is a string", `${at}/notes`);
  return { values, freeText: freeText.trim(), notes };
}

/** Makes the SDK's checks in its order and with its texts. Returns nothing for an optional question without an answer. */
function checkedAnswer(question, answer, allowsText, at) {
  const { question: key, required, multiSelect, options } = question;
  const optional = required === false;
  if (!answer) {
    if (optional) return undefined;
    throw wrong(`Missing answer for required question: "${key}".`, at);
  }
  const { values, freeText, notes } = answer;
  if (freeText && !allowsText) throw wrong(`Free-text answers are disabled for this agent (question: "${key}"). Pick one of the provided options.`, at);
  if (values.length === 0 && !freeText) {
    if (optional) return undefined;
    throw wrong(`Question "${key}" requires either a selected option or free-text answer.`, at);
  }
  if (values.length > 1 && !multiSelect) throw wrong(`Question "${key}" is single-select but received multiple values.`, at);
  if (Array.isArray(options) && options.length > 0 && !allowsText) {
    const allowed = new Set(options.map(({ value, label }) => value ?? label));
    const other = values.find((value) => !allowed.has(value));
    if (other !== undefined) throw wrong(`Value "${other}" is not one of the allowed options for question "${key}".`, at);
  }
  return { values: [...values], ...(freeText && { freeText }), ...(notes && { notes }) };
}

/** Returns the result of the tool call, as the model reads it. */
function toolContent({ questions }, answers, cancelled, notes) {
  if (cancelled) return JSON.stringify({ status: "cancelled", message: notes || "User dismissed the question without answering." });
  const given = questions.map(({ question, header }) => {
    const answer = Object.hasOwn(answers, question) ? answers[question] : undefined;
    return { question, header, values: answer?.values ?? [], freeText: answer?.freeText, notes: answer?.notes };
  });
  return JSON.stringify({ status: "answered", answers: given, ...(notes && { reviewerNotes: notes }) });
}

const pointerTo = (name) => `/answers/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

function wrong(message, pointer) {
  return new InputError(message, { code: "E_INPUT", pointer });
}
