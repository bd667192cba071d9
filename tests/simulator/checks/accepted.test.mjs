// Every vendor accepts verbatim copies, for every seed; and the same seed gives the same answers.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { converse, KINDS } from "../converse.mjs";

const SEEDS = 80;
const MORE = { anthropic: 300, responses: 200, gemini: 200, openrouter: 200 };

for (const kind of KINDS) {
  test(`${kind}: undamaged conversations are accepted`, (t) => {
    let steps = 0;
    for (let seed = 0; seed < (MORE[kind] ?? SEEDS); seed++) {
      const conversation = converse(kind, seed);
      const { refusal } = conversation.steps.at(-1);
      ok(!refusal, `seed ${seed}, step ${conversation.steps.length}: ${refusal?.rule} ${refusal?.message}`);
      steps += conversation.steps.length;
    }
    t.diagnostic(`${MORE[kind] ?? SEEDS} conversations, ${steps} requests`);
  });
}

test("a seed always gives the same conversation", () => {
  for (const kind of KINDS) {
    const [first, second] = [converse(kind, 5), converse(kind, 5)].map(({ steps }) => steps.map(({ requestText, responseText, stream }) => [requestText, responseText, stream]));
    equal(JSON.stringify(first), JSON.stringify(second), kind);
  }
});

test("number text and key order survive the copy", () => {
  const texts = KINDS.flatMap((kind) => Array.from({ length: 10 }, (_, seed) => converse(kind, seed))).flatMap(({ steps }) => steps.map(({ requestText }) => requestText));
  for (const mark of ["12345678901234567890", "1e3", '"zeta":']) ok(texts.some((text) => text.includes(mark)), mark);
  ok(texts.every((text) => !/"alpha":null,"zeta"/.test(text)), "keys were sorted somewhere");
});
