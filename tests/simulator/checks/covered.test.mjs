// Every row of the facts' catalogue has a rule whose card names it, or a reason why there is none.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../../scripts/paths.mjs";
import { EVIDENCE, LATER } from "../evidence.mjs";

const FRAMEWORK = "about a framework's own data: nothing of it shows in a request body";
const STORED = "about what the server has stored: no body tells";
const LEFT_OUT = {
  "anth-thread-not-found": STORED,
  "anth-thread-already-continued": STORED,
  "harmony-stale-analysis": "a raw prompt format, and no wire",
  "minimax.stream-mode-unknown": "about decoding a stream: the codec's business",
  "vllm.read-wrong-field": "about decoding a response: the codec's business",
  "fw.aisdk.ui-metadata-lost": FRAMEWORK,
  "fw.aisdk.openrouter-dup-text": FRAMEWORK,
  "fw.aisdk.openrouter-closed-format": FRAMEWORK,
  "fw.aisdk.openrouter-index-merge": FRAMEWORK,
  "fw.langchain-js.single-reasoning": FRAMEWORK,
  "fw.langchain-py.summary-fragments": FRAMEWORK,
  "fw.langchain.signature-location": FRAMEWORK,
  "fw.litellm.unsigned-thinking": "what LiteLLM drops does not show; what it leaves is turn-without-thinking",
  "fw.otel.unreplayable": FRAMEWORK,
  "fw.openinference.summary-joined": FRAMEWORK,
  "tx.claude-code.split-lines": "neighbours of one role are folded by the API, so the split alone is accepted",
  "tx.claude-code.empty-thinking": "the cause of dropped-thought",
  "tx.gemini-cli.legacy": FRAMEWORK,
  "tx.opencode.model-switch": FRAMEWORK,
  "tx.har.missing-body": "about reading a transcript",
};

function everyRow() {
  const folder = join(root, "src", "audit", "rules");
  const files = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".rs"));
  const named = new Set(files.flatMap((path) => [...readFileSync(join(folder, path), "utf8").matchAll(/^\/\/! - catalogue:(.*)$/gm)].flatMap(([, names]) => names.split(",").map((name) => name.trim().replaceAll("`", "")))));
  const rows = Object.keys({ ...EVIDENCE, ...LATER });
  const left = rows.filter((row) => !named.has(row));
  const [bare, stale] = [left.filter((row) => !LEFT_OUT[row]), Object.keys(LEFT_OUT).filter((row) => !left.includes(row))];
  if (bare.length || stale.length) throw new Error(`no rule and no reason: ${bare.join(", ") || "none"}; a reason, and a rule: ${stale.join(", ") || "none"}`);
  return `${rows.length - left.length} of ${rows.length} have a rule`;
}

test("every row of the catalogue has a rule or a reason", async (t) => t.diagnostic(await everyRow()));
