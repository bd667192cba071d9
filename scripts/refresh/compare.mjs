// Compares the models of packages with the tables: by the audit itself, so that queries and the order of rows count.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";
import { familyOf, NAMES, namesIn, plain, tableNames, wordsIn } from "./names.mjs";

const CHAT = "openai-chat";
/** The wire and the host at which a family is checked. */
const HOMES = {
  claude: ["anthropic-messages", "api.anthropic.com"], gpt: ["openai-responses", "api.openai.com"], o: ["openai-responses", "api.openai.com"], codex: ["openai-responses", "api.openai.com"],
  gemini: ["gemini-generate", "generativelanguage.googleapis.com"], grok: ["openai-responses", "api.x.ai"], deepseek: [CHAT, "api.deepseek.com"], kimi: [CHAT, "api.moonshot.ai"], glm: [CHAT, "api.z.ai"],
  qwen: [CHAT, "dashscope.aliyuncs.com"], minimax: [CHAT, "api.minimax.io"], command: ["cohere-chat", "api.cohere.com"], nova: ["bedrock-converse", "bedrock-runtime.us-east-1.amazonaws.com"],
  mistral: ["mistral-chat", "api.mistral.ai"], magistral: ["mistral-chat", "api.mistral.ai"], ministral: ["mistral-chat", "api.mistral.ai"], codestral: ["mistral-chat", "api.mistral.ai"], devstral: ["mistral-chat", "api.mistral.ai"],
};

export function targetOf(name) {
  const [wire, host] = HOMES[familyOf(name)] ?? [CHAT, "openrouter.ai"];
  return { wire, host, model: name };
}

const bodyOf = (name, more = {}) => (name.startsWith("gemini") ? { contents: [{ role: "user", parts: [{ text: "Hello" }] }], ...more } : targetOf(name).wire === "openai-responses" ? { model: name, input: "Hello", ...more } : { model: name, max_tokens: 9000, messages: [{ role: "user", content: "Hello" }], ...more });

/** Lists the models that a package names and the tables do not have: by name, or for families without names by the beginning in a row. */
export function newNames(sources, audit) {
  const found = new Map();
  for (const source of sources) for (const name of namesIn(source)) found.set(name, [...(found.get(name) ?? []), source.name]);
  const names = tableNames();
  const listed = new Set([...names].filter(([, file]) => file === NAMES).map(([name]) => familyOf(name)));
  // The models of these families have rows and no names: Qwen's at many hosts, say.
  const beginnings = [...names.keys()].filter((name) => !listed.has(familyOf(name)) && /[-\d]/.test(name));
  const isRow = (name) => beginnings.some((beginning) => plain(name).startsWith(beginning));
  const standing = (given) => {
    const name = plain(given);
    return audit(bodyOf(name), targetOf(name)).model?.standing ?? "known";
  };
  const all = [...found].map(([name, by]) => ({ name, standing: standing(name), by }));
  return all.filter(({ name, standing: word }) => !["known", "variant"].includes(word) && !isRow(name)).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The ends of a name that belong to a snapshot of the same model. */
const SNAPSHOT = /^-(?:latest|preview|fast|\d{4,8}|\d{4}-\d\d-\d\d|\d\d-\d\d|\d\d-20\d\d|v\d.*|preview-.*|0\d\d)$/;

/** Lists the rows of names that no package has any more, each with its file and line. */
export function goneNames(sources) {
  const words = wordsIn(sources);
  const isThere = (name) => words.has(name) || [...words].some((word) => word.startsWith(name) && SNAPSHOT.test(word.slice(name.length)));
  const lines = readFileSync(join(root, NAMES), "utf8").split("\n");
  return lines.flatMap((line, nth) => {
    const name = /"model":"([^"]+)"/.exec(line)?.[1];
    return name && !isThere(name) ? [{ name, row: `${NAMES}:${nth + 1}` }] : [];
  });
}

/** Lists the efforts on which LiteLLM's list and the tables disagree, at the vendors' own hosts. */
export function contradictedEfforts(sources, audit) {
  const { texts } = sources.find(({ name }) => name === "litellm");
  const models = texts.flatMap((text) => Object.entries(JSON.parse(text))).filter(([name, { litellm_provider: by }]) => ["openai", "anthropic", "xai"].includes(by) && /^(xai\/)?(claude|gpt-\d|o\d|grok)/.test(name) && namesIn({ texts: [`"${name}"`] }).size > 0);
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
