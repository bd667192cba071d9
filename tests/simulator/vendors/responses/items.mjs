// Items of an input: their references, their required neighbours, and the owners of their ciphertext.
import { canonical } from "../../json.mjs";
import { digest, unseal } from "../../seal.mjs";
import { refuse } from "../../verdict.mjs";

const isReasoning = (item) => item.type === "reasoning";

/** Checks the shape of each item. */
export function checkShapes(items, host) {
  items.forEach((item, n) => {
    if (host !== "xai" && item.id !== undefined && !/^[\w-]+$/.test(item.id ?? "")) refuse("oai-id-blank", { n, id: item.id ?? "" }, { param: `input[${n}].id` }); // oai-id-blank
    const added = item.parsed_arguments !== undefined ? "parsed_arguments" : item.content?.[0]?.parsed !== undefined ? "content[0].parsed" : null;
    if (host !== "xai" && added) refuse(added === "parsed_arguments" ? "oai-unknown-parameter" : "oai-unknown-parsed", { n, member: added }, { param: `input[${n}].${added}` }); // oai-parsed-member
    if (!isReasoning(item)) {
      const empty = item.role === "assistant" && Array.isArray(item.content) && item.content.length === 0;
      if (host === "xai" && empty) refuse("xai-empty", { n }); // xai-empty-message
      return;
    }
    if (host === "xai" && item.content === null) refuse("xai-null", { n }); // xai-null-content
    if (Array.isArray(item.summary)) return;
    if (host === "xai" && item.encrypted_content) refuse("xai-summary", { n }); // xai-summary-missing
    if (host !== "xai") refuse("oai-summary", { n }, { param: `input[${n}].summary` }); // oai-summary-missing
  });
}

/** Checks ciphertext: issued here, to this organisation, and complete. */
export function checkBlobs(items, { host, account }, losses) {
  items.forEach((item, n) => {
    if (!isReasoning(item) || typeof item.encrypted_content !== "string") return;
    const sealed = unseal(host, item.encrypted_content, { alphabet: "base64url" });
    if (!sealed) refuseBlob(item, host, n);
    // xAI reads its ciphertexts in every account (reported).
    if (sealed.account !== account && host !== "xai") {
      if (host === "azure") refuse("oai-azure-resource", { n }); // oai-encrypted-foreign, another resource
      refuse("oai-organisation", { id: item.id ?? "", n }); // oai-encrypted-foreign
    }
    if (sealed.stub) losses.add("oai-encrypted-altered", `/input/${n}/encrypted_content`); // the stub of `added` is accepted and is empty
    if (sealed.prefix && sealed.prefix !== prefixOf(items.slice(0, n))) losses.add("oai-prefix-edited", `/input/${n}`, { maybe: true });
  });
}

function refuseBlob(item, host, n) {
  if (host === "xai") refuse("xai-decrypt", { n }); // xai-decrypt
  const blob = item.encrypted_content;
  const others = ["anthropic", "google", "openai", "azure", "xai"].filter((one) => one !== host);
  const foreign = others.some((one) => unseal(one, blob, { alphabet: "base64url" }) ?? unseal(one, blob));
  const rule = foreign ? "oai-encrypted-foreign" : "oai-encrypted-altered";
  if (item.id) refuse("oai-altered", { id: item.id, n }, { rule });
  refuse("oai-altered-no-id", { head: blob.slice(0, 4), tail: blob.slice(-4), n }, { rule });
}

/** Returns the prefix of a reasoning item: everything except reasoning, ids and status, for any spelling of a text. */
export const prefixOf = (items) => digest(canonical(items.filter((item) => !isReasoning(item)).map(({ id, status, ...rest }) => ({ ...rest, content: spelled(rest.content) }))));

/** A text equals a list of one text, and missing annotations equal empty ones. */
const spelled = (content) => (Array.isArray(content) && content.length === 1 && content[0].text !== undefined && !content[0].annotations?.length ? content[0].text : content);

/** Checks ids: each once, each known, and reasoning beside its product. This depends on resolving ids, not on the array. */
export function checkIds(items, { stored, issuedUnstored, keeps, freshIds, chain }) {
  const seen = new Set(chain);
  items.forEach((item, n) => {
    if (!item.id) return;
    if (keeps && seen.has(item.id)) refuse("oai-duplicate", { id: item.id, n }); // oai-duplicate-item; without store a repeated item was accepted (L6)
    seen.add(item.id);
    if (item.type === "item_reference" && !(keeps && stored.has(item.id))) refuse("oai-unstored", { id: item.id, n }); // oai-unstored-id
    if (!isReasoning(item) || stored.has(item.id) && keeps) return;
    const ours = issuedUnstored.has(item.id);
    if (keeps && !ours) refuse("oai-not-found", { id: item.id, n }); // oai-fabricated-id
    if (!item.encrypted_content && !(freshIds && ours)) refuse("oai-unstored", { id: item.id, n }); // oai-unstored-id
  });
  if (!keeps) return;
  const present = new Set([...items.map((item) => item.id), ...chain]);
  items.forEach((item, n) => {
    const known = stored.get(item.id);
    if (!known) return;
    const missing = (known.needs ?? []).find((id) => !present.has(id));
    if (missing && item.type === "function_call") refuse("oai-call-alone", { id: item.id, needs: missing, n }); // oai-call-without-reasoning
    if (missing && item.type === "message") refuse("oai-message-alone", { id: item.id, needs: missing, n }); // oai-message-without-reasoning
    if (isReasoning(item) && items[n + 1]?.id !== known.next) refuse("oai-orphan", { id: item.id, n }); // oai-reasoning-orphan
  });
}

/** Checks calls and their outputs. `before` has the open calls of a chain. An async call may be answered later. */
export function checkCalls(items, before) {
  const calls = [...items.filter((item) => item.type === "function_call"), ...before];
  const outputs = items.filter((item) => item.type === "function_call_output").map((item) => item.call_id);
  const open = calls.find((item) => item.async !== true && !outputs.includes(item.call_id));
  if (open) refuse("oai-unanswered", { id: open.call_id }); // order.oai.unanswered-call
  // Other items make calls too, for example a tool search (recorded).
  const asked = [...items.filter((item) => item.call_id && !item.type.endsWith("_output")), ...before].map((item) => item.call_id);
  const orphan = outputs.find((id) => !asked.includes(id));
  if (orphan) refuse("oai-orphan-output", { id: orphan }); // order.oai.orphan-output
}

/** Reports issued reasoning of the open round that is missing here, and a missing phase. `unstored`: an id alone refers to nothing. */
export function reportAbsent(items, memory, losses, unstored) {
  const here = new Set(items.filter((item) => isReasoning(item) || item.type === "item_reference").flatMap((item) => [unstored && isReasoning(item) ? undefined : item.id, memory.texts.get(item.encrypted_content)]));
  const start = items.findLastIndex((item) => item.role === "user") + 1;
  items.forEach((item, n) => {
    if (item.type === "function_call" && n >= start) {
      const gone = (memory.calls.get(item.call_id)?.thoughts ?? []).filter((id) => !here.has(id));
      if (gone.length) losses.add("oai-reasoning-stripped-tool-loop", `/input/${n}`);
    }
    const phase = item.role === "assistant" && memory.texts.get(canonical(item.content));
    if (phase && item.phase === undefined) losses.add("oai-phase-dropped", `/input/${n}`);
  });
}
