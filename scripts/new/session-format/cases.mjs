// The cases of a new transcript format: files in the form of its recorder, each with its expected records.

const URL = "https://api.anthropic.com/v1/messages";
const MODEL = "claude-opus-4-5";
const HI = { role: "user", content: "Hi" };
const ASKED = { model: MODEL, max_tokens: 64, messages: [HI] };
const CONTENT = [{ type: "thinking", thinking: "A greeting.", signature: "c2lnbmF0dXJl" }, { type: "text", text: "Hello" }];
const ANSWERED = { id: "msg_1", type: "message", role: "assistant", model: MODEL, content: CONTENT };
const ASKED_AGAIN = { ...ASKED, messages: [HI, { role: "assistant", content: CONTENT }, { role: "user", content: "And now?" }] };
const REFUSED = { type: "error", error: { type: "invalid_request_error", message: "max_tokens: too low" } };
const STREAM = 'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1"}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n';

/** Returns the cases of a format by its name: `file`, its `text`, and `told`, the expected records. */
export function casesOf(name) {
  /** Returns a line of the format. `session` is the number of an exchange without a name for its conversation. */
  const line = (members, session) => ({ text: JSON.stringify({ [name]: 1, ...members }), told: { ...members, session: members.session ?? session } });
  const fault = (text, reason, at = 0) => ({ text, fault: reason, at });
  const other = (text) => ({ text });
  const pair = (more = {}, session = "1") => line({ request: ASKED, response: ANSWERED, ...more }, session);

  const torn = pair().text.slice(0, pair().text.indexOf("Hello") + 2);

  const cases = {
    "a-pair": [pair()],
    "a-request-alone": [line({ request: ASKED }, "1")],
    "a-response-alone": [line({ response: ANSWERED })],
    "a-stream": [pair({ response: STREAM })],
    "a-refusal": [pair({ status: 400, response: REFUSED })],
    "a-response-that-is-null": [pair({ status: 502, response: null })],
    "a-body-as-text": [pair({ request: JSON.stringify(ASKED, null, 2), response: JSON.stringify(ANSWERED, null, 2) })],
    "two-turns": [pair(), pair({ request: ASKED_AGAIN })],
    "two-conversations": [pair(), pair({}, "2"), pair({ request: ASKED_AGAIN }, "2")],
    "two-named-sessions": [pair({ session: "a" }), pair({ session: "b" }), pair({ session: "a", request: ASKED_AGAIN })],
    "everything-around-a-body": [pair({ label: "first", url: URL, model: MODEL, time: "2026-11-16T08:00:00Z", status: 200 })],
    "a-status-in-words": [{ ...pair({ status: "200 OK" }), told: { ...pair().told, status: 200 } }],
    "members-that-nobody-knows": [{ ...pair({ trace: { "request": 1 } }), told: pair().told }],
    "letters-of-other-scripts": [pair({ label: "größer 🌍", request: { ...ASKED, messages: [{ role: "user", content: "こんにちは" }] } })],
    "a-broken-line": [pair(), fault("this line is broken", "expected true, false or null"), pair({}, "2")],
    "an-empty-line": [pair(), other(""), pair({}, "2")],
    "a-line-without-a-body": [pair(), fault(JSON.stringify({ [name]: 1, url: URL }), "there is neither a request nor a response in it"), pair({}, "2")],
    "lines-of-another-program": [other('{"level":"info","message":"starting"}'), pair(), other('{"level":"info","message":"done"}')],
    "a-last-line-that-is-cut": [pair(), fault(torn, "the text ends where the end of a string is expected", torn.length)],
  };
  const files = Object.entries(cases).map(([file, lines]) => writtenOf(`${file}.jsonl`, lines, {}));
  files.push(writtenOf("carriage-returns.jsonl", [pair(), pair({}, "2")], { end: "\r\n" }));
  files.push(writtenOf("a-byte-order-mark.jsonl", [pair()], { start: "\ufeff" }));
  files.push(writtenOf("no-line-feed-at-the-end.jsonl", [pair(), pair({ request: ASKED_AGAIN })], { last: "" }));
  return files;
}

/** Writes the lines of a case, and returns the line and the byte at which each record begins. */
function writtenOf(file, lines, { start = "", end = "\n", last = end }) {
  let [text, told] = [start, ""];
  for (const [nth, line] of lines.entries()) {
    // The first line begins with the byte order mark.
    const offset = nth ? Buffer.byteLength(text) : 0;
    if (line.fault) told += `${JSON.stringify({ fault: line.fault, line: nth + 1, offset: offset + line.at })}\n`;
    if (line.told) told += `${JSON.stringify({ line: nth + 1, offset, ...membersOf(line.told) })}\n`;
    text += line.text + (nth === lines.length - 1 ? last : end);
  }
  return { file, text, told };
}

/** Returns the members of a record in the order in which the walker writes them. */
function membersOf({ session, label, url, model, time, status, request, response }) {
  const bodyOf = (body) => (body === null || typeof body === "string" ? (body ?? undefined) : JSON.stringify(body));
  const isStream = typeof response === "string" && response.startsWith("event:");
  return { session, label, url, model, time, status, request: bodyOf(request), [isStream ? "stream" : "response"]: bodyOf(response) };
}
