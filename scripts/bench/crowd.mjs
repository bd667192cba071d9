// A ledger that many people share: the cost of an exchange beside 20,000 unrelated conversations, and the memory of them all.

const CROWD = 20_000;
const BATCH = 40;
const ROUNDS = 30;
const TEXT = "The reader asks for the file, so the file is read first and the answer is given from it. ".repeat(8);
/** One of this many conversations has the same words as others. */
const SAME = 4;

/**
 * For each wire: the target, a request from previous messages, an answer, its form in the next request, and the next message of a tool or the user.
 */
const WIRES = [
  {
    target: { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-5" },
    request: (messages) => ({ max_tokens: 9000, messages }),
    user: (text) => ({ role: "user", content: text }),
    answer: ({ id, said, handle }) => ({ id: `msg_${id}`, type: "message", role: "assistant", model: "claude-opus-5", content: [{ type: "thinking", thinking: TEXT, signature: handle }, { type: "text", text: said }, { type: "tool_use", id: `toolu_${id}`, name: "read", input: { path: "a.rs" } }] }),
    back: ({ content }, { id }) => [{ role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${id}`, content: "fn main() {}" }] }],
  },
  {
    target: { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.6" },
    request: (input) => ({ store: false, include: ["reasoning.encrypted_content"], input }),
    user: (text) => ({ role: "user", content: text }),
    answer: ({ id, said, handle }) => ({ id: `resp_${id}`, model: "gpt-5.6", output: [{ type: "reasoning", id: `rs_${id}`, summary: [{ type: "summary_text", text: TEXT }], encrypted_content: handle }, { type: "message", id: `msg_${id}`, role: "assistant", content: [{ type: "output_text", text: said, annotations: [] }] }, { type: "function_call", id: `fc_${id}`, call_id: `call_${id}`, name: "read", arguments: '{"path":"a.rs"}' }] }),
    back: ({ output }, { id }) => [...output, { type: "function_call_output", call_id: `call_${id}`, output: "fn main() {}" }],
  },
  {
    target: { wire: "gemini-generate", host: "generativelanguage.googleapis.com", model: "gemini-3-pro" },
    request: (contents) => ({ contents }),
    user: (text) => ({ role: "user", parts: [{ text }] }),
    answer: ({ said, handle }) => ({ modelVersion: "gemini-3-pro", candidates: [{ content: { role: "model", parts: [{ text: TEXT, thought: true }, { text: said }, { functionCall: { name: "read", args: { path: "a.rs" } }, thoughtSignature: handle }] } }] }),
    back: ({ candidates: [{ content }] }) => [content, { role: "user", parts: [{ functionResponse: { name: "read", response: { text: "fn main() {}" } } }] }],
  },
  {
    target: { wire: "openai-chat", host: "api.deepseek.com", model: "deepseek-reasoner" },
    request: (messages) => ({ messages }),
    user: (text) => ({ role: "user", content: text }),
    // Calls are numbered there: every conversation has this id.
    answer: ({ id, said }) => ({ id: `chatcmpl-${id}`, model: "deepseek-reasoner", choices: [{ message: { role: "assistant", reasoning_content: `${TEXT}${id}`, content: said, tool_calls: [{ id: "call_0", type: "function", function: { name: "read", arguments: '{"path":"a.rs"}' } }] } }] }),
    back: ({ choices: [{ message }] }) => [message, { role: "tool", tool_call_id: "call_0", content: "fn main() {}" }],
  },
];

/** Returns two exchanges of a conversation. Its first prompt and answer are shared by many, or unique. */
function conversation(nth) {
  const { target, request, user, answer, back } = WIRES[nth % WIRES.length];
  const drawn = `${nth.toString(36).padStart(6, "x0a")}Qz${(nth * 7919).toString(36)}9k4m`;
  const common = Math.floor(nth / WIRES.length) % SAME === 0;
  const own = { id: drawn, said: common ? "I look at the file." : `I look at the file of ${drawn}.`, handle: btoa(`handle of ${drawn}`).padEnd(400, "QUJDREVG") };
  const first = [user(common ? "What is in a.rs?" : `What is in a.rs of ${drawn}?`)];
  const answered = answer(own);
  const next = [...first, ...back(answered, own)];
  const asked = (list) => bytes(JSON.stringify({ model: target.model, ...request(list) }));
  const last = { ...own, id: `${drawn}e`, said: "That is all.", handle: btoa(`last of ${drawn}`).padEnd(400, "QUJDREVG") };
  return { target, exchanges: [[asked(first), bytes(JSON.stringify(answered))], [asked(next), bytes(JSON.stringify(answer(last)))]] };
}

const bytes = (text) => new TextEncoder().encode(text);

/**
 * Measures a conversation beside many others relative to the same alone, and the memory of all. Each has a separate instance, so nothing else counts.
 */
export function crowd({ Ledger }, { time, memory, renew }) {
  console.log(`\na ledger with ${CROWD} other conversations on ${WIRES.length} wires, one in ${SAME} in the same words (bar 1.3×)`);
  for (const form of ["full", "digests"]) {
    renew();
    new Ledger({ form });
    const before = memory().length;
    const crowded = new Ledger({ form });
    for (let nth = 0; nth < CROWD; nth++) record(crowded, conversation(nth), nth % 10 ? 1 : 2);
    const [grown, lines] = [memory().length - before, bytes(crowded.text()).length];
    console.log(`${form}: ${size(lines)} of lines in ${size(grown)} of memory: ${(grown / lines).toFixed(3)}×`);
    if (form === "full") costs(Ledger, crowded, time);
  }
}

function costs(Ledger, crowded, time) {
  const best = {};
  const least = (what, job) => (best[what] = Math.min(best[what] ?? Infinity, time(job)));
  for (let [round, nth] = [0, CROWD]; round < ROUNDS; round++, nth += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, at) => conversation(nth + at));
    for (const [where, ledgers] of [["crowded", batch.map(() => crowded)], ["alone", batch.map(() => new Ledger())]]) {
      for (const step of [0, 1]) {
        let reports;
        least(`${where} audit ${step}`, () => (reports = batch.map(({ target, exchanges }, at) => ledgers[at].audit(exchanges[step][0], target))));
        least(`${where} record ${step}`, () => batch.forEach(({ exchanges }, at) => ledgers[at].record(reports[at], { response: exchanges[step][1] })));
      }
    }
  }
  for (const [name, what] of [["audit a first request", "audit 0"], ["record its answer", "record 0"], ["audit the next", "audit 1"], ["record its answer", "record 1"]]) {
    const [alone, among] = [best[`alone ${what}`], best[`crowded ${what}`]];
    console.log(`${name.padEnd(24)} alone ${((1e3 * alone) / BATCH).toFixed(1).padStart(7)} µs, among them ${((1e3 * among) / BATCH).toFixed(1).padStart(7)} µs: ${(among / alone).toFixed(2)}×`);
  }
}

/** Audits and records the exchanges of a conversation, at most `most`. */
function record(ledger, { target, exchanges }, most) {
  for (const [request, response] of exchanges.slice(0, most)) ledger.record(ledger.audit(request, target), { response });
}

const STEPS = 300;
const LONG = 2.8e6;

/** Returns the growth of an instance during a conversation with a long request, for both ways of recording it. */
export function growth({ Ledger }, { memory, renew }) {
  console.log(`\n${STEPS} steps with a request of ${size(LONG)}: growth of the instance (bar 12 MB)`);
  const target = WIRES[0].target;
  const pad = "x".repeat(LONG);
  for (const [name, step] of [
    ["audit, then record by the report", (ledger, request, response) => ledger.record(ledger.audit(request, target), { response })],
    ["record of the whole exchange", (ledger, request, response) => ledger.record({ request, response, target })],
  ]) {
    renew();
    const ledger = new Ledger();
    const messages = [{ role: "user", content: pad }];
    const before = memory().length;
    for (let nth = 0; nth < STEPS; nth++) {
      const answer = WIRES[0].answer({ id: `01Ab${nth}Qz9k4m`, said: `Step ${nth}.`, handle: btoa(`handle ${nth}`).padEnd(400, "QUJD") });
      step(ledger, bytes(JSON.stringify({ model: target.model, messages })), bytes(JSON.stringify(answer)));
      messages.push(...WIRES[0].back(answer, { id: `01Ab${nth}Qz9k4m` }));
    }
    console.log(`${name.padEnd(34)} ${size(memory().length - before)}`);
  }
}

const size = (length) => `${(length / 1e6).toFixed(2)} MB`;
