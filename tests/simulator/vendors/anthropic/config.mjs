// Refusals that depend only on the parameters.
import { refuse } from "../../verdict.mjs";
import { BETAS, modelOf, modeOf } from "./models.mjs";

export function checkConfig(body, betas) {
  const row = modelOf(body.model);
  const thinking = body.thinking;
  const type = thinking?.type;
  if (type && !row.types.includes(type)) refuseType(type, row); // anth-type-unsupported
  if (thinking?.block_binding) {
    if (!betas.includes(BETAS.binding)) refuse("anth-binding-beta", { type }); // anth-block-binding-no-beta
    if (type === "between_tools") refuse("anth-binding-between"); // anth-block-binding-between-tools
  }
  const effort = body.output_config?.effort;
  if (effort !== undefined && row.noEffort) refuse("anth-no-effort"); // config.anth.effort: models before 4.6, except Opus 4.5
  if (effort !== undefined && !effortsOf(row).includes(effort)) refuse("anth-effort-value", { effort }); // config.anth.effort
  const inMessage = (body.messages ?? []).findIndex((message) => message.output_config !== undefined);
  if (inMessage >= 0 && row.messageEffort === false) refuse("anth-message-effort", { i: inMessage }); // config.anth.message-effort
  const off = type === "disabled" ? row.offEffort : type === "between_tools";
  if (off && (effort === "xhigh" || effort === "max")) refuse("anth-effort", { effort }); // anth-disabled-effort
  const forced = body.tool_choice?.type === "any" || body.tool_choice?.type === "tool";
  if (forced && row.noForced) refuse("anth-forced-model"); // anth-forced-tool-model
  if (forced && type === "enabled") refuse("anth-forced"); // anth-forced-tool-manual; adaptive was accepted when recorded
  if (type === "enabled") checkManual(body, betas);
  const edits = body.context_management?.edits ?? [];
  const clears = edits.some((edit) => edit.type === "clear_thinking_20251015");
  if (clears && modeOf(body) === "disabled") refuse("anth-clear-thinking"); // anth-clear-thinking-needs-thinking
}

/** The efforts of a model: `max` came with 4.6, `xhigh` with 4.7. */
const effortsOf = ({ age }) => ["low", "medium", "high", ...(age === 0 || age > 45 ? ["max"] : []), ...(age === 0 || age > 46 ? ["xhigh"] : [])];

function checkManual(body, betas) {
  const budget = body.thinking.budget_tokens;
  if (budget < 1024) refuse("anth-budget-least"); // config.anth.budget-below-least
  // config.anth.budget-above-max; with the interleaved beta the budget spans the whole turn and may exceed it (vendor's page)
  if (budget >= body.max_tokens && !betas.includes(BETAS.interleaved)) refuse("anth-budget");
  if (body.temperature !== undefined && Number(body.temperature) !== 1) refuse("anth-temperature"); // config.anth.temperature
  if (body.top_k !== undefined) refuse("anth-top-k"); // config.anth.top-k
}

function refuseType(type, row) {
  if (type === "adaptive") refuse("anth-type-adaptive");
  if (type === "between_tools") refuse("anth-type-between");
  if (type === "enabled") refuse("anth-type-enabled");
  refuse(row.types.includes("between_tools") ? "anth-type-disabled-between" : "anth-type-disabled");
}
