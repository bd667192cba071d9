// A client of Messages whose conversation is stored by the server: after the first request it sends only new messages, or sometimes all of them
// again.
import * as anthropic from "./anthropic.mjs";
import { BETAS, MODELS } from "../vendors/anthropic/models.mjs";

export const { wire, answer, pathOf, calls, fold } = anthropic;

/** Returns a talk whose first request creates a thread. Only the Claude API has threads. */
export function open(random) {
  for (;;) {
    const talk = anthropic.open(random);
    if (talk.target.surface !== "direct" || talk.compacts || talk.efforts || MODELS[talk.target.model].age < 46) continue;
    const betas = [...talk.target.betas, BETAS.threads];
    const { system, tools } = talk.body;
    talk.body.thread = { type: "create" };
    return { ...talk, headers: { "anthropic-beta": betas.join(",") }, target: { ...talk.target, betas }, fixed: { system, tools }, history: [], past: [], state: { ...talk.state, threads: new Map() } };
  }
}

const say = (talk, message) => {
  talk.body.messages.push(message);
  talk.history.push(message);
};

export const ask = (talk, text) => say(talk, { role: "user", content: text });

export const results = (talk, answers) => say(talk, { role: "user", content: answers.map(({ id, text }) => ({ type: "tool_result", tool_use_id: id, content: text })) });

/** Continues from an answer; one in four is followed by the whole history, which begins a new thread. */
export function append(talk, { id, role, content }) {
  const { system, tools, thread, ...body } = talk.body;
  talk.history.push({ role, content });
  talk.past.push(id);
  const whole = talk.past.length % 4 === 3;
  talk.body = whole ? { ...body, ...talk.fixed, thread: { type: "create" }, messages: [...talk.history] } : { ...body, thread: { type: "continue", previous_message_id: id }, messages: [] };
}
