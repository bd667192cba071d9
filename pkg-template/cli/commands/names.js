// The names that options accept, and the names that other tools have for ours. Data only.

/** The wires: formats of requests and responses. */
export const WIRES = [
  "anthropic-messages",
  "bedrock-converse",
  "openai-responses",
  "openai-chat",
  "gemini-generate",
  "gemini-interactions",
  "openrouter-chat",
  "mistral-chat",
  "cohere-chat",
  "ollama-chat",
];

/** What `ledger` does with a store. */
export const LEDGER_ACTIONS = ["stats", "list", "forget", "export", "copy", "verify"];

/** The severities, the least one first. */
export const LEVELS = ["advice", "degrade", "reject"];

/** Severities, as other tools and our own reports name them. */
export const OTHER_LEVELS = { error: "reject", errors: "reject", warning: "degrade", warn: "degrade", warnings: "degrade", note: "advice", info: "advice", notice: "advice", none: "never", off: "never" };

/** Formats, as other tools name them. */
export const OTHER_FORMATS = { "github-actions": "github", gitlab: "junit", xml: "junit", md: "markdown", "sarif-v2": "sarif", ndjson: "json", jsonl: "json", pretty: "text", stylish: "text", full: "text" };

/** Options, as other tools name them. The value is what to write instead. */
export const OTHER_OPTIONS = {
  "--json": "--format json",
  "--sarif": "--format sarif",
  "--junit": "--format junit",
  "--markdown": "--format markdown",
  "--reporter": "--format",
  "--output-format": "--format",
  "--output-file": "--output",
  "--no-color": "--color never",
  "--colors": "--color always",
  "--silent": "--quiet",
  "--fix": "rethought fix",
  "--jsonl": "--ndjson",
  "--lines": "--ndjson",
  "--ignore": "--off",
  "--disable": "--off",
  "--severity": "--level",
  "--max-warnings": "--fail-on",
  "--error-on-warnings": "--fail-on degrade",
  "--add-noqa": "--write-baseline",
  "--suppress-all": "--write-baseline",
  "--vendor": "--wire",
  "--provider": "--host",
  "--target": "--wire",
  "-V": "--version",
  "-c": "--config",
};

/** Commands, as other tools name them. The value is what to write instead. */
export const OTHER_COMMANDS = {
  check: "audit",
  lint: "audit",
  validate: "audit",
  scan: "audit",
  repair: "fix",
  format: "fix",
  rule: "explain",
  rules: "explain",
  translate: "convert",
  view: "inspect",
  open: "inspect",
  ui: "inspect",
  serve: "proxy",
  summary: "report",
  stats: "report",
  completions: "completion",
  models: "tables",
  hosts: "tables",
  wires: "help wires",
  version: "--version",
};
