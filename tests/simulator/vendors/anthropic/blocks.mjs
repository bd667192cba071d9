// Signatures: their owner, the models that read them, their binding, and whether the latest message is unchanged.
import { DIAGNOSES } from "../../literals/anthropic.mjs";
import { digest, unseal } from "../../seal.mjs";
import { refuse } from "../../verdict.mjs";
import { BETAS, mismatchBehaviour, modelOf, modeOf, reads } from "./models.mjs";
import { listsOf, markIn } from "./compaction.mjs";
import { isThinking, prefixOf, runsOf, turnStart } from "./turns.mjs";

/** Checks every thinking block. Returns the sent ones, in order, and those that do not reach the model. */
export function checkBlocks(body, folds, state, losses) {
  const row = modelOf(body.model);
  const latest = folds.findLast((message) => message.role === "assistant");
  const seen = { before: [], kept: [], dropped: [] };
  for (const message of folds) {
    for (const part of message.parts) {
      if (isThinking(part.block)) {
        const sealed = readBlock(part.block, part.i, part.j, row, message === latest);
        place(body, part, sealed, row, state, seen, losses);
        seen.kept.push({ ...sealed, i: part.i, j: part.j });
      }
      seen.before.push({ ...part, role: message.role });
    }
  }
  if (latest) checkLatest(latest, seen.kept);
  reportAbsent(body, folds, seen.kept, state.memory, losses);
  return seen;
}

/** Checks account, model, prefix, in the vendor's order of precedence; then the text, which is not signed. */
function place(body, { block, i, j }, sealed, row, { account, betas, enforced, surface, summary }, { before, kept, dropped }, losses) {
  const where = `/messages/${i}/content/${j}`;
  const drop = (rule, reason) => {
    losses.add(rule, where);
    dropped.push({ type: "thinking_dropped", i, j, reason });
  };
  if (sealed.ownAccount && sealed.account !== account) return drop("anth-account-bound", "organization_binding_mismatch");
  const read = reads(body.model, sealed.model, surface);
  if (!read) return drop("anth-model-unreadable", "model_binding_mismatch");
  if (read === "maybe") return losses.add("anth-model-unreadable", where, { maybe: true });
  const mismatch = boundElsewhere(body, before, kept, sealed, row, summary);
  if (mismatch) return onMismatch(body, betas, enforced || row.alwaysEnforced, mismatch, { i, j, where }, losses, dropped);
  const said = [digest(block.thinking ?? ""), digest("")]; // text typed into an omitted block is ignored
  // altered text under an intact signature was accepted
  if (block.type === "thinking" && !said.includes(sealed.text)) losses.add("anth-latest-modified", where, { maybe: true });
}

function readBlock(block, i, j, row, latest) {
  if (block.type === "redacted_thinking") {
    const sealed = unseal("anthropic", block.data);
    // anth-redacted-data-altered: the wording for older turns is not known, the signature's is used
    if (!sealed?.redacted) refuse(latest ? "anth-modified" : "anth-signature", { i, j }, { rule: "anth-redacted-data-altered" });
    return sealed;
  }
  if (block.signature === undefined) refuse("anth-signature-required", { i, j }); // anth-signature-missing-key
  if (block.signature === null) refuse("anth-signature-null", { i, j }); // anth-signature-missing-key, null
  const sealed = unseal("anthropic", block.signature);
  if (sealed && !sealed.redacted) return sealed;
  if (block.thinking === "" && row.display === "summarized") refuse("anth-empty-thinking", { i, j }); // anth-empty-thinking-old-path
  refuse("anth-signature", { i, j }); // anth-signature-invalid
}

/** Finds the changed part of a block's prefix: null, or the rule and its diagnosis. Only models that bind check. */
function boundElsewhere(body, before, kept, sealed, row, summary) {
  if (!row.binds || !sealed.prefix) return null;
  const now = prefixOf(body, before, summary);
  const then = sealed.prefix;
  if (now.system !== then.system) return { rule: "anth-system-changed", more: DIAGNOSES.system };
  if (now.tools !== then.tools) return { rule: "anth-tools-changed", more: "" };
  // A summary that the API wrote represents the summarised messages.
  const changes = listsOf(now, summary).map((said) => changeOf(said, then.said));
  if (!changes.includes(null)) return changes[0];
  const previous = kept.at(-1);
  // anth-thinking-gap: kept blocks are one unbroken run; the first ones may be left out
  if (previous && sealed.after !== previous.id) return { rule: "anth-thinking-gap", more: DIAGNOSES.gap };
  return null;
}

/** Returns the first difference of two lists of digests, or null. */
function changeOf(now, then) {
  const at = then.findIndex((one, nth) => markIn(one) !== (now[nth] && markIn(now[nth])));
  if (at < 0 && now.length === then.length) return null;
  const [k, m] = (then[at] ?? now[then.length]).split(":")[0].split(".");
  const gone = at >= 0 && now.length < then.length && isPart(now.map(markIn), then.map(markIn));
  const said = gone ? DIAGNOSES.missing : DIAGNOSES.differs;
  return { rule: gone ? "anth-prefix-ephemeral-row" : "anth-prefix-edited", more: said.replace("{at}", `messages.${k}.content.${m}`) };
}

const isPart = (few, many) => {
  let at = 0;
  for (const one of many) if (one === few[at]) at++;
  return at === few.length;
};

function onMismatch(body, betas, enforced, { rule, more }, { i, j, where }, losses, dropped) {
  const behaviour = mismatchBehaviour(body);
  if (behaviour === "error" || (!behaviour && enforced)) {
    const hint = betas.includes(BETAS.binding) ? "" : DIAGNOSES.beta;
    refuse("anth-bound", { i, j, more: hint + more }, { rule }); // anth-prefix-edited and similar rules
  }
  dropped.push({ type: behaviour === "drop_block" ? "thinking_dropped" : "thinking_mismatch_allowed", i, j, reason: "prefix_binding_mismatch" });
  losses.add(rule, where, behaviour === "drop_block" ? {} : { maybe: true }); // an old account accepts it
}

/** anth-latest-modified, anth-merge-hoist: each run of neighbours in the latest message is one issued run, and none is missing. */
function checkLatest(latest, kept) {
  const sealedAt = new Map(kept.map((one) => [`${one.i}.${one.j}`, one]));
  const seen = new Map();
  for (const run of runsOf(latest.parts)) {
    const sealed = run.map(({ i, j }) => sealedAt.get(`${i}.${j}`));
    const [first] = sealed;
    const wrong = sealed.findIndex((one, nth) => one.response !== first.response || one.run !== first.run || one.at !== nth);
    const at = wrong >= 0 ? run[wrong] : first.of !== run.length || first.run !== (seen.get(first.response) ?? 0) ? run[0] : null;
    // anth-merge-hoist: blocks of two runs, or two responses, are now one
    const mixed = sealed.some((one) => one.response !== first.response || one.run !== first.run);
    if (at) refuse("anth-modified", at, mixed ? { rule: "anth-merge-hoist" } : {});
    seen.set(first.response, first.run + 1);
  }
  for (const [response, runs] of seen) {
    const last = kept.findLast((one) => one.response === response);
    if (runs !== last.runs) refuse("anth-modified", last);
  }
}

/** Reports issued thoughts of the open turn that are missing here: accepted, and lost. */
function reportAbsent(body, folds, kept, memory, losses) {
  const start = turnStart(folds);
  const open = folds.slice(start).some((message) => message.parts.some(({ block }) => block.type === "tool_use"));
  const mode = modeOf(body);
  if (open && mode === "disabled" && kept.some(({ i }) => i >= (folds[start]?.i ?? Infinity))) losses.add("anth-toggle-mid-turn", "/thinking");
  if (!memory) return;
  const here = new Set(kept.map(({ id }) => id));
  for (const message of folds.slice(start)) {
    for (const { block, i } of message.parts) {
      const issued = block.type === "tool_use" ? memory.calls.get(block.id) : undefined;
      const gone = (issued?.thoughts ?? []).filter(({ id }) => !here.has(id));
      if (!gone.length || mode === "disabled") continue;
      losses.add(gone.every(({ omitted }) => omitted) ? "anth-omitted-filtered" : "anth-thinking-dropped-in-tool-turn", `/messages/${i}`);
    }
  }
}
