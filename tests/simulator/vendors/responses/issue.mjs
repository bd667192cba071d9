// Replies of the Responses wire. A stream has three ciphertexts for one item: a stub, then two full ones.
import { canonical, write } from "../../json.mjs";
import { argumentsOf, toolOf } from "../../plan.mjs";
import { seal, unseal } from "../../seal.mjs";
import { tokensIn, tokensOf } from "../../tokens.mjs";
import { JSON_TYPE, SSE } from "../../sse.mjs";
import { prefixOf } from "./items.mjs";
import { streamOf } from "./stream.mjs";

/** Returns the reply to an accepted request, and stores its items in `state.shelf`. */
export function issue({ body, items, row, keeps }, state) {
  const { random, hidden = random, account, memory, shelf } = state;
  if (memory) memory.responses++;
  const output = outputOf(body, items, row, state);
  const response = { id: `resp_${hidden.letters(24)}`, object: "response", created_at: CREATED, status: "completed", error: null, incomplete_details: null, model: body.model, output, store: keeps, usage: usageOf(body, output) };
  remember(output, { keeps, shelf, memory, response, items });
  if (!body.stream) return { headers: JSON_TYPE, body: write(response) };
  return { headers: SSE, stream: streamed(response, { random: hidden, row, account, memory, wanted: wantsBlob(body, row) }) };
}

const CREATED = 1_794_000_000;

export const promptTokens = (body) => tokensOf(body, ["instructions", "tools", "input"]);

/** Returns the counts of a response. */
export function usageOf(body, output) {
  const reasoning = output.filter(({ type }) => type === "reasoning");
  const [input_tokens, output_tokens, reasoning_tokens] = [promptTokens(body), tokensIn(output), reasoning.length ? tokensIn(reasoning) : 0];
  return { input_tokens, input_tokens_details: { cached_tokens: 0 }, output_tokens, output_tokens_details: { reasoning_tokens }, total_tokens: input_tokens + output_tokens };
}

const wantsBlob = (body, row) => row.host !== "openai" || (body.include ?? []).includes("reasoning.encrypted_content") || body.store === false;

function outputOf(body, items, row, { random, hidden = random, account, plan }) {
  const output = [];
  const id = (head) => `${head}_${hidden.letters(32).toLowerCase()}`;
  const said = [...items];
  const push = (item) => {
    output.push(item);
    said.push(item);
  };
  const reason = () => {
    const item = { id: id("rs"), type: "reasoning", summary: plan.summary ? [{ type: "summary_text", text: hidden.words(3, 8) }] : [] };
    if (wantsBlob(body, row)) item.encrypted_content = blobOf(item.id, { row, account, prefix: row.prefix ? prefixOf(said) : undefined }, hidden);
    push(item);
  };
  for (const run of plan.runs.slice(0, 1)) run.slice(0, 2).forEach(reason);
  const message = (phase) => {
    const content = [{ type: "output_text", text: random.words(2, 6), annotations: [] }];
    push({ id: id("msg"), type: "message", status: "completed", role: "assistant", content, ...(row.phase ? { phase } : {}) });
  };
  if (plan.text && plan.calls) message("commentary");
  if (plan.runs.length > 1 && plan.calls && plan.text) reason();
  for (let nth = 0; nth < plan.calls && body.tools?.length; nth++) {
    const name = toolOf(plan, random);
    const async = body.tools.some((tool) => tool.name === name && tool.async) ? { async: true } : {};
    push({ id: id("fc"), type: "function_call", status: "completed", call_id: `call_${hidden.letters(24)}`, name, arguments: argumentsOf(plan, random), ...async });
  }
  if (!plan.calls || !body.tools?.length) message("final_answer");
  return output;
}

const blobOf = (id, { row, account, prefix, stub }, random) => seal(row.host, { id, account, prefix, stub, pad: random.letters(stub ? 8 : 40) }, { alphabet: "base64url", nonce: random.letters(8) });

/** Keeps data that later requests may name: the item after each reasoning item, and the reasoning of each item. */
function remember(output, { keeps, shelf, memory, response, items }) {
  let needs = [];
  output.forEach((item, nth) => {
    const before = output[nth - 1];
    if (item.type === "reasoning") needs = before?.type === "reasoning" ? [...needs, item.id] : [item.id];
    if (keeps) shelf.stored.set(item.id, { next: output[nth + 1]?.id, needs: item.type === "reasoning" ? [] : [...needs] });
    else shelf.unstored.add(item.id);
    if (item.type === "function_call") memory?.calls.set(item.call_id, { thoughts: output.filter((one) => one.type === "reasoning").map((one) => one.id) });
    if (item.phase) memory?.texts.set(canonical(item.content), item.phase);
    if (item.encrypted_content) memory?.texts.set(item.encrypted_content, item.id);
  });
  if (keeps) shelf.responses.set(response.id, { items: [...items, ...output] });
}

/** Either full ciphertext of an item may be replayed; the one of its first event is empty. */
function streamed(response, { random, row, account, memory, wanted }) {
  const added = (item) => (item.type === "reasoning" && wanted ? { ...item, encrypted_content: blobOf(item.id, { row, account, stub: true }, random) } : item);
  const finish = (item) => {
    if (item.type !== "reasoning" || !wanted) return item;
    // Another full ciphertext of the same length.
    const done = { ...item, encrypted_content: reseal(item, row, random) };
    memory?.texts.set(done.encrypted_content, item.id);
    return done;
  };
  return streamOf(response, { random, added, finish });
}

function reseal(item, row, random) {
  return seal(row.host, unseal(row.host, item.encrypted_content, { alphabet: "base64url" }), { alphabet: "base64url", nonce: random.letters(8) });
}
