// A client of Messages that lets the server hold the conversation: after the first request it sends what is new, or now and then all of it again.
import * as anthropic from "./anthropic.mjs";
import { BETAS, MODELS } from "../vendors/anthropic/models.mjs";

export const { wire, answer, pathOf, calls, fold } = anthropic;

/** A talk whose first request creates a thread. Threads are known of the Claude API alone. */
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

/** Goes on from an answer; one in four is followed by the whole history, which begins a new thread. */
export function append(talk, { id, role, content }) {
  const { system, tools, thread, ...body } = talk.body;
  talk.history.push({ role, content });
  talk.past.push(id);
  const whole = talk.past.length % 4 === 3;
  talk.body = whole ? { ...body, ...talk.fixed, thread: { type: "create" }, messages: [...talk.history] } : { ...body, thread: { type: "continue", previous_message_id: id }, messages: [] };
}
