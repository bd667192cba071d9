// Conversations of an agent with a vendor of the simulator: seeded, several rounds, tool loops, streamed or not, everything copied back verbatim.
import { copy, write, writeOnce } from "./json.mjs";
import { Memory, planOf } from "./plan.mjs";
import { randomOf } from "../random.mjs";
import { CLIENTS } from "./clients/all.mjs";
import { shelfOf } from "./vendors/responses.mjs";

/** The names of all clients. */
export const KINDS = Object.keys(CLIENTS);

/**
 * Runs the conversation of a seed. Each step has the target, the request's text, the answer's text or stream, status, refusal and losses.
 * `before(talk, nth)` may return another talk to send in place of the one built; the conversation ends there.
 */
export function converse(kind, seed, { before } = {}) {
  const client = CLIENTS[kind];
  const random = randomOf(hash(kind) ^ Math.imul(seed + 1, 0x85ebca6b));
  const talk = client.open(random);
  const state = { random, memory: new Memory(), hops: true, ...talk.state };
  const steps = [];
  const rounds = 1 + random.below(6);
  for (let round = 0; round < rounds && steps.length < 9; round++) {
    const aside = round ? client.aside?.(talk, random) : null;
    if (aside) {
      const step = send(client, aside, state, random.chance(0.4));
      steps.push(step);
      if (step.refusal) return { kind, seed, steps, talk, done: false };
      client.resume(talk, aside, client.fold(step.answer));
    }
    client.ask(talk, random.words(3, 8));
    const loops = random.below(4);
    for (let loop = 0; loop <= loops; loop++) {
      const plan = planOf(random, { calls: loop < loops ? 1 + random.below(3) : 0 });
      const streamed = random.chance(0.4);
      const other = before?.(talk, steps.length, random);
      const step = send(client, other ?? talk, { ...state, plan }, streamed);
      steps.push(step);
      if (other || step.refusal) return { kind, seed, steps, talk, done: Boolean(other) };
      let message = client.fold(step.answer, talk.takes);
      // An answer of several hops is requested until it ends.
      for (let hop = step, token; (token = client.tokenOf?.(hop.answer)); message = client.join(message, client.fold(hop.answer))) {
        hop = send(client, { ...talk, body: { ...talk.body, continuationToken: token } }, { ...state, plan }, random.chance(0.4));
        steps.push(hop);
        (talk.halves ??= []).push(message);
      }
      client.append(talk, message, step.answer);
      const asked = client.calls(message);
      if (!asked.length) break;
      client.results(talk, asked.map((call) => ({ ...call, text: random.words(1, 6) })));
    }
  }
  return { kind, seed, steps, talk, done: true };
}

/** Sends the request of a talk. Only this function writes its text. */
export function send(client, talk, state, streamed) {
  const request = requestOf(client, talk, streamed);
  // Another account has nothing stored.
  const theirs = talk.account ? { account: talk.account, shelf: state.shelf && shelfOf() } : {};
  /** Returns the vendor's answer to another text in place of this one. */
  const again = (text) => client.answer({ ...request, text }, { ...state, ...theirs });
  const answer = again(request.text);
  const { status, refusal, lost, body, stream } = answer;
  return { target: talk.target, path: request.path, headers: request.headers, requestText: request.text, responseText: body, stream, status, refusal, lost, answer, again };
}

/** Returns the request of a talk: path, headers, text. */
export function requestOf(client, talk, streamed) {
  const body = client.streams ? client.streams(talk, streamed) : { ...talk.body, ...(streamed ? { stream: true } : {}) };
  return { path: client.pathOf(talk, streamed), headers: { ...talk.headers }, text: textOf(body), target: talk.target, streamed };
}

/** Returns the body's text; its rows are never changed in place, only copies of them are. */
function textOf(body) {
  const members = Object.entries(body).filter(([, value]) => value !== undefined);
  const one = (value) => (Array.isArray(value) && typeof value[0] === "object" ? `[${value.map(writeOnce).join(",")}]` : write(value));
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${one(value)}`).join(",")}}`;
}

/** Returns a talk that shares nothing with the first, to be damaged. */
export const duplicateOf = (talk) => ({ ...talk, body: copy(talk.body), headers: { ...talk.headers }, target: { ...talk.target } });

const hash = (text) => [...text].reduce((sum, unit) => (Math.imul(sum, 31) + unit.charCodeAt(0)) | 0, 7);
