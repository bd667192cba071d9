// Compares the models of packages with the tables: by the audit itself, so that queries and the order of rows count.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";

/** A name of a model in a text of code: one of the vendors whose models the tables list one by one, with a version. */
const NAME = /["'`](?:(?:anthropic|openai|google|google-gla|google-vertex|xai|grok)[:/])?((?:claude-(?:opus|sonnet|haiku|fable|mythos|\d)|gpt-[56]|o[134]-|gemini-[2-9]|grok-[3-9])[a-z0-9.-]*)["'`]/g;
/** Models without reasoning, and aliases of a release. */
const OTHERS = /embed|audio|tts|image|realtime|transcribe|live|veo|imagen|moderation|search-preview|robotics|computer-use|native|customtools|-0\d-\d\d$|\d{4}-?\d\d-?\d\d|@|latest|:|-$|\.$|-v\d$/;

const LINES = { claude: ["anthropic-messages", "api.anthropic.com"], gpt: ["openai-responses", "api.openai.com"], o: ["openai-responses", "api.openai.com"], gemini: ["gemini-generate", "generativelanguage.googleapis.com"], grok: ["openai-responses", "api.x.ai"] };

/** Returns the names of models in the texts of a package. */
export const namesIn = ({ texts }) => new Set(texts.flatMap((text) => [...text.matchAll(NAME)].map(([, name]) => name)).filter((name) => !OTHERS.test(name)));

export function targetOf(name) {
  const [wire, host] = LINES[/^[a-z]+/.exec(name)[0]];
  return { wire, host, model: name };
}

const bodyOf = (name, more = {}) => (name.startsWith("gemini") ? { contents: [{ role: "user", parts: [{ text: "Hello" }] }], ...more } : name.startsWith("claude") ? { model: name, max_tokens: 9000, messages: [{ role: "user", content: "Hello" }], ...more } : { model: name, input: "Hello", ...more });

/** Lists the models that a package names and the tables do not have. */
export function newNames(sources, audit) {
  const found = new Map();
  for (const source of sources) for (const name of namesIn(source)) found.set(name, [...(found.get(name) ?? []), source.name]);
  const standing = (name) => audit(bodyOf(name), targetOf(name)).model?.standing ?? "known";
  return [...found].filter(([name]) => !["known", "variant"].includes(standing(name))).map(([name, by]) => ({ name, standing: standing(name), by }));
}

/** Lists the rows of names that no package has any more, each with its file and line. */
export function goneNames(sources) {
  const all = sources.flatMap((source) => source.texts).join("\n").toLowerCase().replaceAll(".", "-");
  const file = join("src", "knowledge", "models", "names.json");
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  return lines.flatMap((line, nth) => {
    const name = /"model":"([^"]+)"/.exec(line)?.[1];
    return name && !all.includes(name) ? [{ name, row: `${file}:${nth + 1}` }] : [];
  });
}

/** Lists the efforts on which LiteLLM's list and the tables disagree, at the vendors' own hosts. */
export function contradictedEfforts(sources, audit) {
  const { texts } = sources.find(({ name }) => name === "litellm");
  const models = texts.flatMap((text) => Object.entries(JSON.parse(text))).filter(([name, { litellm_provider: by }]) => ["openai", "anthropic", "xai"].includes(by) && /^(xai\/)?(claude|gpt-[56]|o[134]|grok)/.test(name) && !OTHERS.test(name));
  return models.flatMap(([full, said]) => {
    const name = full.replace(/^xai\//, "");
    return ["none", "minimal", "xhigh", "max"].flatMap((effort) => {
      const theirs = said[`supports_${effort}_reasoning_effort`];
      if (theirs === undefined) return [];
      const setting = name.startsWith("claude") ? { output_config: { effort } } : { reasoning: { effort } };
      const finding = audit(bodyOf(name, setting), targetOf(name)).findings.find(({ rule, severity }) => rule === "unsupported-effort" && severity === "reject");
      return theirs === !finding ? [] : [{ name, effort, theirs: theirs ? "accepted" : "refused", ours: finding ? "refused" : "accepted", row: rowOf(name, "efforts") }];
    });
  });
}

/** Returns the last row about efforts that names the model or the beginning of its name, as file and line. */
function rowOf(name, member) {
  const plain = name.replaceAll(".", "-");
  const file = join("src", "knowledge", "models", name.startsWith("claude") ? "anthropic.json" : "openai.json");
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const names = (line) => [...line.matchAll(/name[\^=]([a-z0-9|-]+)/g)].flatMap(([, list]) => list.split("|"));
  const at = lines.findLastIndex((line) => line.includes(member) && names(line).some((head) => plain.startsWith(head)));
  return at < 0 ? `${file}: no row` : `${file}:${at + 1}`;
}
