// Members that a vendor documents and the types of its client lack. They are removed from a converted request before it is compiled. A row that no
// request needs, or that the types no longer need, fails the test.

/** The place of the member (`*` is every key or index), its name or the names of the type there, and the vendor's documentation. */
export const GAPS = [
  { client: "@openrouter/sdk", at: "reasoning", lacks: "max_tokens", source: "https://openrouter.ai/docs/use-cases/reasoning-tokens" },
  { client: "@openrouter/sdk", at: "reasoning", lacks: "enabled", source: "https://openrouter.ai/docs/use-cases/reasoning-tokens" },
  { client: "@openrouter/sdk", at: "reasoning", lacks: "exclude", source: "https://openrouter.ai/docs/use-cases/reasoning-tokens" },
  { client: "ollama", at: "tools/*/function/parameters", hasOnly: ["type", "$defs", "items", "required", "properties"], source: "https://docs.ollama.com/capabilities/tool-calling" },
  { client: "ollama", at: "tools/*/function/parameters/properties/*", hasOnly: ["type", "items", "description", "enum"], source: "https://docs.ollama.com/capabilities/tool-calling" },
];

/** Returns a body without the members of some rows, and the rows that found one. */
export function withoutGaps(body, rows) {
  const used = new Set();
  const walk = (value, path) => {
    const word = typeof value === "string" && rows.find(({ at, knows }) => knows && knows !== value && fits(at.split("/"), path));
    if (word) used.add(word);
    if (word) return word.knows;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((one, nth) => walk(one, [...path, String(nth)]));
    const here = rows.filter(({ at, knows }) => !knows && fits(at.split("/"), path));
    const isMissing = (key) => here.filter((row) => (row.hasOnly ? !row.hasOnly.includes(key) : row.lacks === key)).map((row) => used.add(row)).length > 0;
    return Object.fromEntries(Object.entries(value).filter(([key]) => !isMissing(key)).map(([key, one]) => [key, walk(one, [...path, key])]));
  };
  return { body: walk(body, []), used };
}

const fits = (pattern, path) => pattern.length === path.length && pattern.every((part, nth) => part === "*" || part === path[nth]);
