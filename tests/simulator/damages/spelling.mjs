// Harmless changes: another spelling that the API documents as equal, and members that clients add.
const some = (random, list) => (list.length ? random.pick(list) : null);
const rows = (talk) => (talk.body.messages ?? talk.body.input ?? []).map((row, n) => ({ row, at: `/${talk.body.messages ? "messages" : "input"}/${n}` }));

const respell = (fits, change) => (talk, random, pool, kind) => {
  const found = some(random, rows(talk).filter(({ row }) => fits(row, kind, talk)));
  if (!found) return null;
  change(found.row);
  return { where: found.at };
};

// Hosts that accept content as a list, by their documentation.
const LISTS = /^(anthropic|chat:(openai|qwen|together|fireworks|vllm))$/;
// Hosts whose own client sends all members of a message back, also empty ones.
const NULLS = /^(chat:(openai|vllm|together)|openrouter)$/;
const isOpenAi = (kind, { target }) => kind === "responses" && target.surface !== "xai";
const onlyText = (content) => Array.isArray(content) && content.length === 1 && content[0].text !== undefined && Object.keys(content[0]).every((key) => ["type", "text", "annotations"].includes(key));

export const SPELLING = {
  "write a text as a list": respell((row, kind) => LISTS.test(kind) && typeof row.content === "string" && row.content && row.role !== "tool" && !row.content.startsWith("<think>"), (row) => {
    row.content = [{ type: "text", text: row.content }];
  }),
  "write a list as a text": respell((row, kind) => kind === "anthropic" && onlyText(row.content), (row) => {
    row.content = row.content[0].text;
  }),
  "add empty members": respell((row, kind) => NULLS.test(kind) && row.role === "assistant", (row) => {
    Object.assign(row, { refusal: null, annotations: [], audio: null, function_call: null });
  }),
};

/** Damages of the Responses wire; only tried in worlds until the audit reads them. */
export const RESPONSES_SPELLING = {
  "write an item's list as a text": respell((row, kind, talk) => isOpenAi(kind, talk) && row.role && onlyText(row.content), (row) => {
    row.content = row.content[0].text;
  }),
  "leave annotations out": respell((row, kind, talk) => isOpenAi(kind, talk) && row.type === "message" && row.content?.[0]?.annotations, (row) => {
    delete row.content[0].annotations;
  }),
  // The members that openai's own helpers add to parsed answers, and that its API refuses (openai-python#2720, #3146).
  "add parsed arguments": respell((row, kind, talk) => isOpenAi(kind, talk) && row.type === "function_call", (row) => {
    row.parsed_arguments = JSON.parse(row.arguments);
  }),
  "add what was parsed": respell((row, kind, talk) => isOpenAi(kind, talk) && row.type === "message" && row.content?.[0], (row) => {
    row.content[0].parsed = null;
  }),
};
