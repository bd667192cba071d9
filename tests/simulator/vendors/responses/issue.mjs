// Replies of the Responses wire. A stream carries three ciphertexts for one item: a stub, then two full ones.
import { canonical, write } from "../../json.mjs";
import { argumentsOf, TOOLS } from "../../plan.mjs";
import { seal } from "../../seal.mjs";
import { event, JSON_TYPE, pieces, SSE } from "../../sse.mjs";
import { prefixOf } from "./items.mjs";

/** The reply to an accepted request; what it stores, it stores in `state.shelf`. */
export function issue({ body, items, row, keeps }, state) {
  const { random, hidden = random, account, memory, shelf } = state;
  if (memory) memory.responses++;
  const output = outputOf(body, items, row, state);
  const response = { id: `resp_${hidden.letters(24)}`, object: "response", status: "completed", model: body.model, output, store: keeps, usage: { input_tokens: 9, output_tokens: 5 } };
  remember(output, { keeps, shelf, memory, response, items });
  if (!body.stream) return { headers: JSON_TYPE, body: write(response) };
  return { headers: SSE, stream: streamOf(response, { random: hidden, row, account, memory, wanted: wantsBlob(body, row) }) };
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
    push({ id: id("fc"), type: "function_call", status: "completed", call_id: `call_${hidden.letters(24)}`, name: random.pick(TOOLS), arguments: argumentsOf(random) });
  }
  if (!plan.calls || !body.tools?.length) message("final_answer");
  return output;
}

const blobOf = (id, { row, account, prefix, stub }, random) => seal(row.host, { id, account, prefix, stub, pad: random.letters(stub ? 8 : 40) }, { alphabet: "base64url", nonce: random.letters(8) });

/** Keeps what later requests may name: the item after each reasoning item, and the reasoning each item came from. */
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

function streamOf(response, { random, row, account, memory, wanted }) {
  let sequence_number = 0;
  const events = [];
  const emit = (type, value) => events.push(event({ type, sequence_number: sequence_number++, ...value }, type));
  emit("response.created", { response: { ...response, status: "in_progress", output: [] } });
  const finals = response.output.map((item, output_index) => {
    const done = streamItem(item, output_index, { emit, random, row, account, wanted });
    if (done.encrypted_content) memory?.texts.set(done.encrypted_content, item.id);
    return item;
  });
  emit("response.completed", { response: { ...response, output: finals } });
  return events.join("");
}

function streamItem(item, output_index, { emit, random, row, account, wanted }) {
  const item_id = item.id;
  if (item.type === "reasoning") {
    const added = { ...item, summary: [] };
    if (wanted) added.encrypted_content = blobOf(item.id, { row, account, stub: true }, random);
    emit("response.output_item.added", { output_index, item: added });
    item.summary.forEach((part, summary_index) => {
      emit("response.reasoning_summary_part.added", { item_id, output_index, summary_index, part: { ...part, text: "" } });
      for (const delta of pieces(part.text, random)) emit("response.reasoning_summary_text.delta", { item_id, output_index, summary_index, delta });
      emit("response.reasoning_summary_part.done", { item_id, output_index, summary_index, part });
    });
    // Another full ciphertext of the same length; either may be replayed.
    const done = wanted ? { ...item, encrypted_content: reseal(item, row, random) } : item;
    emit("response.output_item.done", { output_index, item: done });
    return done;
  }
  emit("response.output_item.added", { output_index, item: { ...item, status: "in_progress", ...(item.type === "message" ? { content: [] } : { arguments: "" }) } });
  if (item.type === "message") for (const delta of pieces(item.content[0].text, random)) emit("response.output_text.delta", { item_id, output_index, content_index: 0, delta });
  else for (const delta of pieces(item.arguments, random)) emit("response.function_call_arguments.delta", { item_id, output_index, delta });
  emit("response.output_item.done", { output_index, item });
  return item;
}

function reseal(item, row, random) {
  const bytes = Buffer.from(item.encrypted_content, "base64url");
  const payload = JSON.parse(bytes.subarray(bytes.indexOf("{"), bytes.length - 32).toString());
  return seal(row.host, payload, { alphabet: "base64url", nonce: random.letters(8) });
}
