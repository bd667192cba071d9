// Settings and items that depend on the generation of a model: efforts, async tools, changes of the effort within a conversation.
import { refuse } from "../../verdict.mjs";

/** Formats a list like OpenAI: 'low', 'medium', and 'high'. */
const listed = (values) => `${values.slice(0, -1).map((one) => `'${one}'`).join(", ")}, and '${values.at(-1)}'`;

export function checkSettings(body, items, row) {
  const effort = body.reasoning?.effort;
  if (row.plain && effort) refuse("oai-effort"); // config.oai.effort
  if (row.efforts && effort && !row.efforts.includes(effort)) refuse("oai-effort-value", { effort, model: body.model, values: listed(row.efforts) }); // config.oai.effort
  if (row.host === "xai") return;
  const n = (body.tools ?? []).findIndex((tool) => tool.async === true);
  if (n >= 0 && !row.six) refuse("oai-async", { n }, { where: `/tools/${n}` }); // oai-async-tool
  checkUpdates(body, items, row);
}

/** A change of the effort goes to GPT-6 and later, outside of pro mode, without automatic truncation or compaction, and not right after another. */
function checkUpdates(body, items, row) {
  const isUpdate = (item) => item?.type === "configuration_update";
  const n = items.findIndex(isUpdate);
  if (n < 0) return;
  const where = `/input/${n}`;
  if (!row.six) refuse("oai-update-model", {}, { where }); // oai-configuration-update
  if (body.reasoning?.mode === "pro") refuse("oai-update-pro", {}, { where }); // oai-configuration-update
  if (body.truncation === "auto") refuse("oai-update-truncation"); // oai-configuration-update
  if (body.context_management) refuse("oai-update-context"); // oai-configuration-update
  const asked = items.find((item) => isUpdate(item) && item.reasoning?.effort && row.efforts && !row.efforts.includes(item.reasoning.effort));
  if (asked) refuse("oai-effort-value", { effort: asked.reasoning.effort, model: body.model, values: listed(row.efforts) }); // config.oai.effort
  const second = items.findIndex((item, nth) => nth && isUpdate(item) && isUpdate(items[nth - 1]));
  if (second >= 0) refuse("oai-update-twice"); // oai-configuration-update
}

/** The types of items in the SDK's union. A message may have none. */
const TYPES = /^(message|reasoning|item_reference|configuration_update|compaction|compaction_trigger|program|program_output|additional_tools|tool_search_(call|output)|(function|custom_tool|computer|local_shell|shell|apply_patch)_call(_output)?|(file_search|web_search|code_interpreter|image_generation|mcp)_call|mcp_(list_tools|approval_request|approval_response))$/;

export function checkTypes(items) {
  const n = items.findIndex(({ type, role }) => (type === undefined ? !role : !TYPES.test(type)));
  if (n >= 0) refuse("oai-item-type", { n, type: items[n].type ?? "" }, { param: `input[${n}]` }); // config.oai.item-type
}
