// The stories of the examples: the target, the turns, the client's change to the last request, and the rule of the simulator that refused it.
import { fragments } from "./streams.mjs";

const SYSTEM = "You are a coding agent. Run the tests before you say it works.";
const tool = (name, description, argument) => ({ name, description, schema: { type: "object", properties: { [argument]: { type: "string" } } } });
const READ = tool("read_file", "Reads a file.", "path");
const RUN = tool("run", "Runs a command.", "command");
const ORDER = tool("find_order", "Finds an order.", "number");

const claude = (...tools) => tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));
const gemini = (...tools) => [{ functionDeclarations: tools.map(({ name, description, schema }) => ({ name, description, parameters: schema })) }];
const openai = (...tools) => tools.map(({ name, description, schema }) => ({ type: "function", name, description, parameters: schema }));
const chat = (...tools) => tools.map(({ name, description, schema }) => ({ type: "function", function: { name, description, parameters: schema } }));

const read = (path, gives) => ({ name: "read_file", args: { path }, gives });
const run = (command, gives) => ({ name: "run", args: { command }, gives });
const thought = (text) => [{ text }];
const OMITTED = { kind: "omitted" };

const MESSAGES = "https://api.anthropic.com/v1/messages";
const RESPONSES = "https://api.openai.com/v1/responses";

const TOTAL = "export const total = (lines) => lines.reduce((sum, line) => sum + Math.floor(line.price * line.count * 100), 0) / 100;\n";
const FAILS = "✗ 2 × 4.35: expected 8.7, got 8.69";
const PASSES = "12 passed";

/** The first turn of most stories: a total is a cent short. */
const hunt = (thinks, calls = [read("src/total.ts", TOTAL)]) => ({ user: "An invoice is one cent short. Why?", thinks, calls });

export const STORIES = [
  {
    id: "altered-signature",
    client: "anthropic",
    seed: 11,
    url: MESSAGES,
    surface: "direct",
    begins: "2026-11-14T09:12:03Z",
    state: { account: "acct" },
    body: { model: "claude-sonnet-5", max_tokens: 8192, thinking: { type: "adaptive", display: "summarized" }, system: SYSTEM, tools: claude(READ), messages: [] },
    turns: [
      hunt(thought("A cent smells of rounding. I read src/total.ts first.")),
      { says: "`total` floors, and 2 × 4.35 × 100 is 869.9999… here. Shall I round instead?" },
    ],
    dies: { user: "Yes, please.", of: "anth-signature-invalid" },
    // A log masker ran over the stored history and mistook the signature for a secret.
    harm(body) {
      const block = body.messages[1].content[0];
      block.signature = `${block.signature.slice(0, 12)}…${block.signature.slice(-8)}`;
    },
  },
  {
    id: "missing-thought-signature",
    client: "gemini",
    seed: 12,
    url: "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro-preview:generateContent",
    surface: "aistudio",
    begins: "2026-11-14T10:40:51Z",
    body: { systemInstruction: { parts: [{ text: SYSTEM }] }, contents: [], tools: gemini(READ, RUN), generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: "high" } } },
    turns: [
      hunt(thought("**Finding the sum**\n\nIt is made in src/total.ts.")),
      { thinks: thought("**Running its test**\n\nA floor on floats; the test will tell."), calls: [run("npm test -- total", FAILS)] },
    ],
    dies: { of: "gem-fc-signature-missing" },
    // The client had a type for parts with only text and functionCall.
    harm(body) {
      for (const { parts } of body.contents) for (const part of parts) delete part.thoughtSignature;
    },
  },
  {
    id: "orphan-reasoning-item",
    client: "responses",
    seed: 13,
    url: RESPONSES,
    surface: "openai",
    begins: "2026-11-14T13:05:20Z",
    state: { account: "org" },
    body: { model: "gpt-5", instructions: SYSTEM, input: [], tools: openai(READ), reasoning: { effort: "medium", summary: "auto" } },
    turns: [
      hunt(thought("**Finding the sum**\n\nIt is made in src/total.ts.")),
      { thinks: thought("**Explaining the cent**\n\nThe floor cuts 869.9999… to 869."), says: "`total` floors each line; `Math.round` mends it. Shall I?" },
    ],
    dies: { user: "Yes, and run the tests.", of: "oai-reasoning-orphan" },
    // The session was loaded from a store that keeps reasoning in a separate list.
    harm(body) {
      const thoughts = body.input.map((item, at) => [item, at]).filter(([item]) => item.type === "reasoning");
      for (const [, at] of thoughts) body.input.splice(at, 2, body.input[at + 1], body.input[at]);
    },
  },
  {
    id: "foreign-blob",
    client: "responses",
    seed: 14,
    url: RESPONSES,
    surface: "openai",
    begins: "2026-11-14T14:58:07Z",
    state: { account: "org" },
    body: { model: "gpt-5", instructions: SYSTEM, input: [], tools: openai(READ, RUN), reasoning: { effort: "medium", summary: "auto" }, store: false, include: ["reasoning.encrypted_content"] },
    turns: [
      hunt(thought("**Finding the sum**\n\nIt is made in src/total.ts.")),
      { calls: [run("npm test -- total", FAILS)] },
    ],
    dies: { of: "oai-encrypted-foreign" },
    // OpenAI was busy, and a router continued at Azure with the same history.
    switches: { url: "https://billing-eastus2.openai.azure.com/openai/v1/responses", state: { account: "billing-eastus2" } },
    harm(body) {
      body.model = "gpt-5.4-azure";
    },
  },
  {
    id: "stripped-empty-thinking",
    client: "anthropic",
    seed: 15,
    url: MESSAGES,
    surface: "direct",
    begins: "2026-11-14T16:21:44Z",
    state: { account: "acct" },
    body: { model: "claude-opus-4-6", max_tokens: 8192, thinking: { type: "enabled", budget_tokens: 4096, display: "omitted" }, system: SYSTEM, tools: claude(READ, RUN), messages: [] },
    turns: [hunt([OMITTED]), { calls: [run("npm test -- total", FAILS)] }],
    dies: { of: "anth-final-turn-must-start-thinking" },
    // The session was resumed by code that drops blocks without text.
    harm(body) {
      for (const message of body.messages) if (Array.isArray(message.content)) message.content = message.content.filter((block) => block.type !== "thinking" || block.thinking);
    },
  },
  {
    id: "edited-prefix",
    client: "anthropic",
    seed: 16,
    url: MESSAGES,
    surface: "direct",
    begins: "2026-11-14T23:59:35Z",
    state: { account: "acct" },
    body: { model: "claude-fable-5-2", max_tokens: 8192, thinking: { type: "adaptive", display: "summarized" }, system: `${SYSTEM} Today is Saturday, 14 November 2026.`, tools: claude(READ), messages: [] },
    turns: [
      hunt(thought("The sum is made in src/total.ts; I read that first.")),
      { says: "`total` floors each line; `Math.round` mends it. Shall I?" },
    ],
    dies: { user: "Yes, please.", of: "anth-system-changed" },
    // The prompt has the date and is built again for every request.
    harm(body) {
      body.system = body.system.replace("Saturday, 14", "Sunday, 15");
    },
  },
  {
    id: "reasoning-content",
    client: "chat:deepseek",
    seed: 17,
    url: "https://api.deepseek.com/chat/completions",
    begins: "2026-11-14T18:30:12Z",
    body: { model: "deepseek-v4-pro", messages: [{ role: "system", content: "You answer customers of a book shop." }], tools: chat(ORDER) },
    turns: [
      { user: "Where is my order B-2047?", thinks: thought("The customer names an order. I look it up before I answer."), calls: [{ name: "find_order", args: { number: "B-2047" }, gives: '{"state":"split","parts":["B-2047-1","B-2047-2"]}' }] },
      {
        thinks: thought("It was split in two, and the second part is the late one as a rule."),
        calls: [{ name: "find_order", args: { number: "B-2047-2" }, gives: '{"state":"in transit","due":"2026-11-17"}' }],
      },
    ],
    dies: { of: "ds.chat.toolturn-missing-rc" },
    // The table of messages has columns for content and tool_calls only.
    harm(body) {
      for (const message of body.messages) delete message.reasoning_content;
    },
  },
  {
    id: "fragmented-details",
    client: "openrouter",
    seed: 18,
    url: "https://openrouter.ai/api/v1/chat/completions",
    begins: "2026-11-14T19:47:35Z",
    body: { model: "anthropic/claude-sonnet-4.5", messages: [], tools: chat(ORDER), reasoning: { enabled: true }, stream: true },
    turns: [
      { user: "Order B-2047 has not arrived.", thinks: thought("I need its state before I can say anything."), calls: [{ name: "find_order", args: { number: "B-2047" }, gives: '{"state":"in transit","due":"2026-11-17"}' }] },
      { says: "It is on its way and due on Tuesday, 17 November." },
    ],
    dies: { user: "Can it go to my office instead?", of: "or.claude.fragmented-details" },
    // The pieces of the stream were stored one by one.
    harm(body) {
      for (const message of body.messages) if (message.reasoning_details) message.reasoning_details = message.reasoning_details.flatMap(fragments);
    },
  },
  {
    id: "healthy",
    client: "anthropic",
    seed: 19,
    url: MESSAGES,
    surface: "direct",
    begins: "2026-11-14T20:15:00Z",
    state: { account: "acct" },
    body: { model: "claude-sonnet-5", max_tokens: 8192, thinking: { type: "adaptive", display: "summarized" }, stream: true, system: SYSTEM, tools: claude(READ, RUN), messages: [] },
    turns: [
      hunt([{ text: "The sum and its test: I read both at once." }, { kind: "redacted" }], [read("src/total.ts", TOTAL), read("src/total.test.ts", "test(\"2 × 4.35\", () => equal(total([{ price: 4.35, count: 2 }]), 8.7));\n")]),
      { thinks: [OMITTED], calls: [run("sed -i s/floor/round/ src/total.ts && npm test", PASSES)] },
      { says: "Mended: `total` rounds now, and all twelve tests pass." },
    ],
  },
];
