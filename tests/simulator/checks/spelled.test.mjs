// Google's requests in snake case, as Python clients and LiteLLM send them, have the same contract as those in camel case.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { CLIENTS } from "../clients/all.mjs";
import { converse, requestOf } from "../converse.mjs";
import { copy, parse, write } from "../json.mjs";
import { randomOf } from "../../random.mjs";
import { faultsOf } from "../shapes/all.mjs";

/** Returns a body with Google's own members in snake case. Arguments and results belong to the program. */
function inSnakeCase(value) {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (value === null || typeof value !== "object" || value.constructor !== Object) return value;
  const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [snake(name), ["args", "response"].includes(name) ? one : inSnakeCase(one)]));
}

const calling = (contents) => contents.filter(({ role, parts }) => role === "model" && parts.some((part) => part.functionCall));
const each = (contents, change) => contents.forEach(({ parts }) => parts.forEach(change));

/** Damages to the contents of a request; the first changes nothing. */
const DAMAGES = {
  nothing: () => {},
  "signatures dropped": (contents) => each(contents, (part) => delete part.thoughtSignature),
  "signatures cut": (contents) => each(contents, (part) => part.thoughtSignature && (part.thoughtSignature = part.thoughtSignature.slice(0, 40))),
  "signatures not base64": (contents) => each(contents, (part) => part.thoughtSignature && (part.thoughtSignature = "not base64!")),
  "signature inside the call": (contents) => each(contents, (part) => {
    if (part.functionCall) part.functionCall.thoughtSignature = part.thoughtSignature;
    delete part.thoughtSignature;
  }),
  "a result dropped": (contents) => contents.findLast(({ parts }) => parts[0].functionResponse)?.parts.pop(),
  "the calls dropped": (contents) => calling(contents).forEach((content) => (content.parts = [{ text: "I call." }])),
  "a second result": (contents) => {
    const content = contents.findLast(({ parts }) => parts[0]?.functionResponse);
    content?.parts.push(content.parts[0]);
  },
};

/** Returns the outcome of a text sent in place of a step's own. */
function outcomeOf(step, body) {
  const { refusal, lost } = step.again(write(body));
  return JSON.stringify({ refusal, lost: lost.map(({ rule, where }) => `${rule} ${where}`) });
}

function sameVerdicts() {
  const refused = {};
  let compared = 0;
  for (let seed = 0; seed < 60; seed++) {
    const step = converse("gemini", seed).steps.findLast(({ requestText }) => requestText.includes("functionResponse"));
    if (!step) continue;
    for (const [name, damage] of Object.entries(DAMAGES)) {
      const body = parse(step.requestText);
      damage(body.contents);
      if (body.contents.some(({ parts }) => !parts.length)) continue;
      const [camel, snake] = [body, inSnakeCase(body)].map((one) => outcomeOf(step, one));
      equal(snake, camel, `seed ${seed}, ${name}`);
      compared++;
      const { refusal } = JSON.parse(camel);
      if (refusal) refused[refusal.rule] = (refused[refusal.rule] ?? 0) + 1;
    }
  }
  for (const rule of ["gem-fc-signature-missing", "gem-signature-corrupt", "gem-signature-not-base64", "gem-signature-nested", "order.gem.response-count", "order.gem.orphan-response"]) ok(refused[rule] > 2, `${rule} was refused ${refused[rule] ?? 0} times`);
  return `${compared} requests, ${Object.values(refused).reduce((sum, one) => sum + one)} refused`;
}

/** Returns the answer to a new talk whose request is written like that of a Python client. */
function answerTo(change) {
  const client = CLIENTS.gemini;
  for (let seed = 0; ; seed++) {
    const talk = client.open(randomOf(seed));
    if (talk.target.model !== "gemini-4-argon") continue;
    client.ask(talk, "begin");
    change(talk.body);
    return client.answer({ ...requestOf(client, talk, false), text: write(inSnakeCase(copy(talk.body))) }, { random: randomOf(seed), plan: { runs: [["text"]], calls: 0, text: true }, ...talk.state });
  }
}

test("gemini: a request in snake case gets the verdict of one in camel case", async (t) => t.diagnostic(await sameVerdicts()));

test("gemini: settings in snake case are read", () => {
  const thinks = answerTo((body) => (body.generationConfig = { thinkingConfig: { includeThoughts: true } }));
  ok(JSON.parse(thinks.body).candidates[0].content.parts[0].thought, "include_thoughts is not read");
  equal(answerTo((body) => (body.generationConfig = { thinkingConfig: { thinkingLevel: "minimal" } })).refusal?.rule, "config.gem.level", "thinking_level");
});

test("gemini: shapes in snake case are held to the types", () => {
  const faults = (parts, role = "user") => faultsOf("gemini-generate", { contents: [{ role, parts }] }).length;
  const picture = { mime_type: "image/png", data: "AAAA" };
  equal(faults([{ inline_data: picture }]), 0, "a picture");
  ok(faults([{ inline_data: { data: "AAAA" } }]), "a picture without its type is taken");
  ok(faults([{ function_call: { name: "no name" } }], "model"), "a call with no name is taken");
  ok(faults([{ function_response: { name: "run", response: {} } }], "model"), "the model answers its own call");
  ok(faults([{ inline_data: picture, text: "and" }]), "two things in one part are taken");
});
