// Compaction on demand: a summary that the API wrote and signed is the first block, in place of the summarised messages.
import { digest, seal, unseal } from "../../seal.mjs";
import { refuse } from "../../verdict.mjs";
import { replyOf } from "./issue.mjs";
import { BETAS, modelOf } from "./models.mjs";
import { prefixOf } from "./turns.mjs";

const isSummary = ({ block }) => block.type === "compaction" && block.signature;

/** Returns a digest without its place. */
export const markIn = (one) => one.slice(one.indexOf(":"));

/** Checks the restrictions of a request for a summary. */
export function checkCompaction(body, messages, betas) {
  if (!body.compaction) return;
  if (!betas.includes(BETAS.compact)) refuse("anth-compaction-beta"); // anth-compaction-no-beta
  const forced = ["any", "tool"].includes(body.tool_choice?.type) && "tool_choice";
  const name = ["context_management", "stop_sequences"].find((one) => body[one] !== undefined) ?? (body.output_config?.format ? "output_config.format" : forced);
  if (name) refuse("anth-compaction-setting", { name }); // anth-compaction-setting
  const last = messages.at(-1);
  if (last.role === "assistant" && last.parts.some(({ block }) => block.type === "tool_use")) refuse("anth-compaction-open", {}, { where: `/messages/${last.i}` }); // anth-compaction-incomplete
}

/** Removes the signed summary: it is first, alone, and unchanged. Summaries without a signature stay in their places. */
export function takeSummary(messages, betas) {
  const found = messages.flatMap(({ parts }) => parts.filter(isSummary));
  if (!found.length) return { messages, summary: null };
  if (!betas.includes(BETAS.compact)) refuse("anth-compaction-beta"); // anth-compaction-no-beta
  const [{ block, i, j }] = found;
  const where = `/messages/${i}/content/${j}`;
  if (found.length > 1) refuse("anth-compaction-several", {}, { where: `/messages/${found[1].i}/content/${found[1].j}` }); // anth-compaction-tampered
  if (i || j) refuse("anth-compaction-place", {}, { where }); // anth-compaction-tampered
  const member = ["text", "citations"].find((one) => one in block);
  if (member) refuse("anth-compaction-member", { i, j, member }); // anth-compaction-tampered
  const sealed = unseal("anthropic", block.signature);
  if (!sealed?.summary) refuse("anth-compaction-signature", {}, { where });
  if (sealed.content !== digest(block.content ?? "")) refuse("anth-compaction-content", {}, { where });
  const rest = messages.map((message) => ({ ...message, parts: message.parts.filter((part) => part.block !== block) }));
  return { messages: rest.filter(({ parts }, nth) => nth || parts.length), summary: { ...sealed, mark: `0.0:${sealed.id}` } };
}

/** Returns the current prefix, and the one with each summary replaced by the summarised messages, if a model that binds wrote each. */
export function listsOf(now, summary) {
  const lists = [now.said];
  for (let one = summary; one?.binds && one.system === now.system && one.tools === now.tools; one = one.under) lists.push([...one.said, ...lists.at(-1).slice(1)]);
  return lists;
}

/** Returns the answer to a request for a summary: only the signed block. */
export function summarise(body, folds, under, { random, hidden = random }) {
  const said = folds.flatMap((message) => message.parts.map((part) => ({ ...part, role: message.role })));
  const content = hidden.words(5, 12);
  const payload = { summary: true, id: hidden.letters(8), content: digest(content), binds: Boolean(modelOf(body.model).binds), ...prefixOf(body, said, under), under };
  const block = { type: "compaction", content, signature: seal("anthropic", payload) };
  const usage = { input_tokens: 0, output_tokens: 0, iterations: [{ type: "compaction", input_tokens: 11, output_tokens: 7 }] };
  return replyOf({ id: `msg_${hidden.letters(24)}`, type: "message", role: "assistant", model: body.model, content: [block], stop_reason: "compaction", stop_sequence: null, usage }, body, random);
}
