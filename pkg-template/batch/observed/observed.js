// Lines of observability exports: spans of OpenTelemetry and OpenInference, observations of Langfuse, runs of LangSmith.
// Where one holds the body of a request it is judged as such. Where it does not, the exchange says what is missing. What is no call of a model is skipped, and counted.
import { membersOf } from "../members.js";
import { isObservation, OBSERVATION, observedCall } from "./langfuse.js";
import { isRun, RUN, runCall } from "./langsmith.js";
import { isSpan, SPAN, spanCall, spansIn } from "./spans.js";

/** The members of objects that hold several observations or runs: a page of an API. */
const PAGES = ["data", "runs"];
/** All members by which these lines are told. */
const NAMES = new Set([...SPAN, ...OBSERVATION, ...RUN, ...PAGES]);

/**
 * The exchanges of a line of an export, in the shape of `exchangesOf`; one without a body has `missing`, a sentence, and one that is no call of a model has `isOther`.
 * Nothing if the line is of no such export. It is told by its members, before more of it is read.
 */
export function observedExchanges(line) {
  const members = membersOf(line, NAMES);
  if (members.has("resourceSpans") || members.has("resource_spans")) return spansIn(parsed(line)).map(spanCall);
  if (isSpan(members)) return [spanCall(parsed(line))];
  if (isObservation(members)) return [observedCall({ ...parsed(line), ...texts(line, members, ["input", "output"]) })];
  if (isRun(members)) return [runCall({ ...parsed(line), ...texts(line, members, ["inputs", "outputs"]) })];
  const page = PAGES.find((name) => members.get(name)?.kind === "array");
  return page && pageCalls(parsed(line)[page]);
}

const parsed = (line) => JSON.parse(line.utf8Slice());

/** Members that are lists or objects as they are written, so that no number in them is rounded. */
function texts(line, members, names) {
  const isWritten = (name) => ["array", "object"].includes(members.get(name)?.kind);
  return Object.fromEntries(names.filter(isWritten).map((name) => [name, line.utf8Slice(members.get(name).start, members.get(name).end)]));
}

/** The rows of a page. Who has fetched a page has read its numbers before. */
function pageCalls(rows) {
  const calls = rows.map((row) => {
    const names = { has: (name) => Object.hasOwn(Object(row), name) };
    if (isObservation(names)) return observedCall(row);
    return isRun(names) ? runCall(row) : undefined;
  });
  return calls.length && calls.every(Boolean) ? calls : undefined;
}
