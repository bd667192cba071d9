// ReasoningConfig against @cognipeer/agent-sdk: its resolved values, its errors, and the requests of its providers.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as sdk from "@cognipeer/agent-sdk";
import { requestParams, resolveReasoning, validateReasoningConfig } from "rethought/agent-state";
import { InputError } from "rethought/errors";
import { randomOf } from "./random.mjs";

const LEVELS = ["minimal", "low", "medium", "high"];
const EFFORTS = ["none", ...LEVELS];
const CADENCES = ["off", "every_turn", "after_tool", "on_branch", "initial_then_after_tool"];
const WRONG = ["x", "", "MEDIUM", 7, -1, 0.5, 1e21, NaN, -Infinity, null, true, {}];

/** Returns some of the members. */
function some(draw, members) {
  const chosen = Object.entries(members).filter(() => draw.chance());
  return Object.fromEntries(chosen.map(([name, values]) => [name, draw.pick(values)]));
}

function nativeOf(draw) {
  const extras = [{ a: 1 }, { budget_tokens: 7, display: "omitted" }, { effort: "x", summary: "detailed" }, {}, { temperature: 0.3, big: 1e21, "é": null }];
  return some(draw, { effort: EFFORTS, budgetTokens: [0, 0.5, 1, 1024, 5000.7, 65536], includeThoughts: [true, false], providerExtras: extras, own: ["kept"] });
}

function reflectionOf(draw) {
  const turns = [1, 1.9, 2, 30];
  return some(draw, {
    enabled: [true, false], cadence: CADENCES, mode: ["piggyback", "separate"], maxTokens: [1, 99], maxChars: [10, 5000], keepLast: [0, 1, 9], summarize: [true],
    promptTemplate: ["", "Say ${maxChars}"], emitEvents: [false, true], maxPerRun: [0, 4.5, 12], everyNTurns: turns, feedTo: ["memory", "plan", "none"],
    onReflection: [() => {}], shouldReflect: [() => true],
  });
}

function configOf(draw) {
  const native = draw.pick([undefined, false, null, nativeOf(draw), nativeOf(draw), nativeOf(draw)]);
  const reflection = draw.pick([undefined, false, null, reflectionOf(draw), reflectionOf(draw)]);
  const config = some(draw, { enabled: [true, true, true, false, null], level: LEVELS });
  if (draw.chance(0.85)) config.native = native;
  if (draw.chance(0.85)) config.reflection = reflection;
  return config;
}

/** Returns the members that are not undefined: JSON makes no difference. */
function defined(value) {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined).map(([key, item]) => [key, defined(item)]));
}

function outcome(run) {
  try {
    return { gives: defined(run()) };
  } catch (error) {
    return { says: error.message };
  }
}

test("1,000 generated configurations resolve to what the SDK resolves them to", () => {
  const draw = randomOf(1);
  let [resolved, nothing] = [0, 0];
  for (let nth = 0; nth < 1000; nth++) {
    const config = configOf(draw);
    const [theirs, ours] = [sdk.resolveReasoning(config), resolveReasoning(config)];
    assert.deepStrictEqual(defined(ours), defined(theirs), JSON.stringify(config));
    if (ours) resolved += 1;
    else nothing += 1;
  }
  assert.ok(resolved > 500 && nothing > 50, `${resolved} resolved, ${nothing} not`);
});

test("1,000 configurations with something wrong in them are refused in the SDK's words", () => {
  const draw = randomOf(2);
  const places = ["level", "native.effort", "native.budgetTokens", "reflection.cadence", "reflection.maxPerRun", "reflection.everyNTurns", "reflection.feedTo", "enabled"];
  const said = new Set();
  for (let nth = 0; nth < 1000; nth++) {
    const config = { level: draw.pick(LEVELS), native: nativeOf(draw), reflection: reflectionOf(draw), enabled: draw.pick([true, undefined, 0]) };
    for (let more = 1 + draw.below(2); more > 0; more--) {
      const path = draw.pick(places).split(".");
      const home = path.length > 1 ? config[path[0]] : config;
      home[path.at(-1)] = draw.pick(WRONG);
    }
    for (const [theirs, ours] of [[sdk.resolveReasoning, resolveReasoning], [sdk.validateReasoningConfig, validateReasoningConfig]]) {
      const [expected, got] = [outcome(() => theirs(config)), outcome(() => ours(config))];
      // Here 1 and "x" enable; the SDK passes the value on.
      assert.deepStrictEqual(got.says, expected.says, JSON.stringify(config));
      if (expected.says) said.add(expected.says.replace(/ \(got.*/, ""));
    }
  }
  assert.equal(said.size, 7, [...said].join("\n"));
});

test("each setting has its error, with its place", () => {
  for (const [config, message, pointer] of [
    [{ level: "x" }, 'reasoning.level must be one of minimal, low, medium, high (got "x")', "/level"],
    [{ native: { effort: "max" } }, 'reasoning.native.effort must be one of none, minimal, low, medium, high (got "max")', "/native/effort"],
    [{ native: { budgetTokens: -1 } }, "reasoning.native.budgetTokens must be a non-negative number (got -1)", "/native/budgetTokens"],
    [{ native: { budgetTokens: NaN } }, "reasoning.native.budgetTokens must be a non-negative number (got NaN)", "/native/budgetTokens"],
    [{ reflection: { cadence: 1 } }, 'reasoning.reflection.cadence must be one of off, every_turn, after_tool, on_branch, initial_then_after_tool (got "1")', "/reflection/cadence"],
    [{ reflection: { maxPerRun: -2 } }, "reasoning.reflection.maxPerRun must be a non-negative number (got -2)", "/reflection/maxPerRun"],
    [{ reflection: { everyNTurns: 0 } }, "reasoning.reflection.everyNTurns must be >= 1 (got 0)", "/reflection/everyNTurns"],
    [{ reflection: { feedTo: "db" } }, 'reasoning.reflection.feedTo must be "memory", "plan", or "none" (got "db")', "/reflection/feedTo"],
  ]) {
    assert.throws(() => sdk.validateReasoningConfig(config), { message });
    for (const check of [validateReasoningConfig, resolveReasoning]) assert.throws(() => check(config), { name: "InputError", code: "E_INPUT", message, pointer });
  }
  assert.throws(() => validateReasoningConfig({ enabled: false, level: "x" }), InputError);
  assert.equal(resolveReasoning({ enabled: false, level: "x" }), undefined);
  assert.equal(resolveReasoning({}), undefined);
  assert.equal(resolveReasoning(undefined), undefined);
});

test("hooks and extras come back as the very objects that were given", () => {
  const hooks = { shouldReflect: () => true, buildPrompt: () => "", onReflection: () => {} };
  const providerExtras = { big: 2n ** 70n, fn: () => 1 };
  const resolved = resolveReasoning({ native: { providerExtras, effort: undefined }, reflection: hooks });
  assert.equal(resolved.native.providerExtras, providerExtras);
  assert.equal(resolved.native.effort, undefined);
  for (const name of Object.keys(hooks)) assert.equal(resolved.reflection[name], hooks[name]);
});

const PROVIDERS = [
  ["anthropic-messages", new sdk.AnthropicProvider({ provider: "anthropic", apiKey: "k" }), "claude-sonnet-4-5"],
  ["bedrock-converse", new sdk.BedrockProvider({ provider: "bedrock", region: "r", accessKeyId: "a", secretAccessKey: "s" }), "anthropic.claude-sonnet-4"],
  ["gemini-generate", new sdk.VertexProvider({ provider: "vertex", projectId: "p", accessToken: "t" }), "gemini-2.5-flash"],
  ["openai-chat", new sdk.OpenAIProvider({ provider: "openai", apiKey: "k", responsesApi: "never" }), "gpt-5.1"],
  ["openai-responses", new sdk.OpenAIProvider({ provider: "openai", apiKey: "k", responsesApi: "always" }), "gpt-5.1"],
];

/** Returns the body that a provider of the SDK sends. */
async function sent(provider, request) {
  const { fetch } = globalThis;
  let body;
  globalThis.fetch = async (_, options) => {
    body = options.body;
    return new Response("{}", { headers: { "content-type": "application/json" } });
  };
  await provider.complete(structuredClone(request)).catch(() => {});
  globalThis.fetch = fetch;
  assert.equal(typeof body, "string");
  return body;
}

for (const [wire, provider, model] of PROVIDERS)
  test(`400 requests to ${wire} ask for reasoning as the SDK's provider does`, async () => {
    const draw = randomOf(3);
    let changed = 0;
    for (let nth = 0; nth < 400; nth++) {
      const config = configOf(draw);
      for (const name of ["native", "reflection"]) if (config[name]) config[name] = JSON.parse(JSON.stringify(config[name]));
      const request = { model, messages: [{ role: "user", content: "hé" }], ...some(draw, { temperature: [0, 0.7], maxTokens: [100, 4096, 20000.5, 70000], topP: [0.9] }) };
      if (draw.chance(0.2)) request.extra = some(draw, { top_k: [4], inferenceConfig: [{ topP: 1, own: 1 }, null], additionalModelRequestFields: [{ own: 1 }, null], reasoning: [{ old: 1 }] });
      const before = await sent(provider, request);
      const after = await sent(provider, { ...request, reasoning: sdk.resolveReasoning(config)?.native });
      const ours = requestParams(config, { wire }, before);
      assert.deepStrictEqual(JSON.parse(ours), JSON.parse(after), JSON.stringify({ config, request }));
      assert.deepStrictEqual(new TextDecoder().decode(requestParams(config, wire, new TextEncoder().encode(before))), ours);
      if (ours !== before) changed += 1;
    }
    assert.ok(changed > 150, `${changed} changed`);
  });

test("what is not asked for keeps its bytes", () => {
  const request = '{ "model":"m", "top_k" : 1e0,\t"messages":[ {"\\u0061":1.0,"a":2} ],"temperature":1, "temperature":2 ,"max_tokens" : 99999.0}';
  assert.equal(
    requestParams({ level: "low" }, "anthropic-messages", request),
    '{ "model":"m",\t"messages":[ {"\\u0061":1.0,"a":2} ] ,"max_tokens" : 99999.0, "thinking":{"type":"enabled","budget_tokens":2048}}',
  );
  assert.equal(requestParams({}, "anthropic-messages", request), request);
  assert.equal(requestParams({ native: { effort: "none" } }, "anthropic-messages", request), request);
});

test("without a request the fields come alone", () => {
  const asked = { level: "medium", native: { includeThoughts: true } };
  assert.deepStrictEqual(requestParams(asked, "anthropic-messages"), { max_tokens: 9216, thinking: { type: "enabled", budget_tokens: 8192 } });
  assert.deepStrictEqual(requestParams(asked, "gemini-generate"), { generationConfig: { thinkingConfig: { thinkingBudget: 4096, includeThoughts: true } } });
  assert.deepStrictEqual(requestParams(asked, "openai-responses"), { reasoning: { effort: "medium", summary: "auto" } });
  assert.deepStrictEqual(requestParams(asked, "openrouter-chat"), { reasoning: { effort: "medium" } });
  assert.deepStrictEqual(requestParams({ native: { budgetTokens: 2000 } }, "openrouter-chat"), { reasoning: { max_tokens: 2000 } });
  assert.deepStrictEqual(requestParams({}, "openai-chat"), {});
});

test("fitted to its model a request asks in that model's words", () => {
  const fitted = (model, wire, native) => requestParams({ native }, { wire, model }, null, { fit: true });
  for (const [model, wire, native, fields] of [
    ["claude-opus-4-7", "anthropic-messages", { effort: "max", includeThoughts: true }, { output_config: { effort: "max" }, thinking: { type: "adaptive", display: "summarized" } }],
    ["claude-opus-4-7", "anthropic-messages", { effort: "minimal" }, { output_config: { effort: "low" }, thinking: { type: "adaptive" } }],
    ["claude-opus-4-7", "anthropic-messages", { effort: "none" }, { thinking: { type: "disabled" } }],
    ["claude-sonnet-5-5", "anthropic-messages", { effort: "none" }, { thinking: { type: "between_tools" } }],
    ["claude-fable-5", "anthropic-messages", { effort: "none" }, { output_config: { effort: "low" }, thinking: { type: "adaptive" } }],
    ["claude-sonnet-4-5", "anthropic-messages", { effort: "low" }, { max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 2048 } }],
    ["us.anthropic.claude-opus-4-7-v1:0", "bedrock-converse", { effort: "high" }, { additionalModelRequestFields: { output_config: { effort: "high" }, thinking: { type: "adaptive" } } }],
    ["gemini-3-pro", "gemini-generate", { effort: "medium" }, { generationConfig: { thinkingConfig: { thinkingLevel: "high" } } }],
    ["gemini-3-flash", "gemini-generate", { effort: "none" }, { generationConfig: { thinkingConfig: { thinkingLevel: "minimal" } } }],
    ["gemini-2.5-pro", "gemini-generate", { effort: "none" }, { generationConfig: { thinkingConfig: { thinkingBudget: 128 } } }],
    ["gemini-2.5-flash", "gemini-generate", { budgetTokens: 99999 }, { generationConfig: { thinkingConfig: { thinkingBudget: 24576 } } }],
    ["gpt-5.1", "openai-responses", { effort: "minimal" }, { reasoning: { effort: "low" } }],
    ["gpt-5.6", "openai-chat", { effort: "max" }, { reasoning_effort: "max" }],
    ["gpt-5", "openai-chat", { effort: "xhigh" }, { reasoning_effort: "high" }],
    ["gpt-5", "openai-chat", { effort: "none" }, { reasoning_effort: "minimal" }],
    ["gpt-4o", "openai-chat", { effort: "high" }, {}],
  ])
    assert.deepStrictEqual(fitted(model, wire, native), fields, `${model} ${JSON.stringify(native)}`);
  const rows = [{ if: "name=acme-1", set: { thinking: ["adaptive"] } }];
  assert.deepStrictEqual(requestParams({ level: "high" }, { wire: "anthropic-messages", model: "acme-1" }, null, { fit: true, models: rows }), {
    output_config: { effort: "high" },
    thinking: { type: "adaptive" },
  });
  assert.throws(() => resolveReasoning({ native: { effort: "ultra" } }, { fit: true }), { message: /one of none, minimal, low, medium, high, xhigh, max \(got "ultra"\)$/ });
});

test("an effort that stands in the request's own settings is set beside the others", () => {
  const request = '{"model":"claude-opus-5","output_config":{"format":{"type":"json"},"effort":"low"},"top_p":0.5}';
  assert.equal(
    requestParams({ level: "high" }, "anthropic-messages", request, { fit: true }),
    '{"model":"claude-opus-5","output_config":{"format":{"type":"json"},"effort":"high"},"thinking":{"type":"adaptive"}}',
  );
});

test("what cannot be put into a request is refused with its place", () => {
  assert.throws(() => requestParams({ level: "low" }, "cohere-chat"), { code: "E_INPUT", pointer: "/wire" });
  assert.throws(() => requestParams({ level: "low" }, "openai-chat", "[]"), { code: "E_EDIT_VALUE" });
  assert.throws(() => requestParams({ native: { budgetTokens: 2 ** 40 } }, "anthropic-messages"), { code: "E_INPUT", pointer: "/native/budgetTokens" });
  assert.throws(() => requestParams({ native: { providerExtras: { n: 1n } } }, "openai-chat"), { code: "E_INPUT" });
  assert.throws(() => requestParams({ level: "low" }, "openai-chat", "{"), { code: "E_JSON_TRUNCATED" });
});

test("a key of the extras named __proto__ is a key", () => {
  const extras = JSON.parse('{"__proto__":{"polluted":true}}');
  const text = requestParams({ native: { providerExtras: extras } }, "openai-chat", "{}");
  assert.equal(text, '{"reasoning_effort":"medium","__proto__":{"polluted":true}}');
  assert.equal({}.polluted, undefined);
});
