// One addition of each kind, and more if a kind has forms. All tests of the folder use them.

/** Each has the `kind`, the `name`, and the `options` of the command line. */
export const ADDITIONS = [
  { kind: "rule", name: "night-shift", options: {} },
  { kind: "rule", name: "zzz-last", options: { folder: "ledger" } },
  { kind: "wording", name: "thinking-without-signature", options: { text: 'the night of "{thing}" has no signature', wire: "anthropic-messages", source: "https://example.com/issues/1" } },
  { kind: "model", name: "claude-night-1", options: { vendor: "anthropic", source: "https://example.com/models" } },
  { kind: "model", name: "gpt-99", options: { vendor: "openai", source: "https://example.com/models" } },
  { kind: "model", name: "gemini-99", options: { vendor: "google", source: "https://example.com/models" } },
  { kind: "dialect", name: "night-chats", options: { domain: "llm.night.example" } },
  { kind: "host", name: "night-cloud", options: { domain: "cloud.night.example", source: "https://example.com/docs" } },
  { kind: "wire", name: "night-chat", options: {} },
  { kind: "session-format", name: "night-log", options: {} },
  { kind: "format", name: "night-kit", options: {} },
  { kind: "store", name: "night-base", options: {} },
  { kind: "client", name: "night-owl", options: {} },
  { kind: "pane", name: "night-watch", options: {} },
];

/** Returns the arguments of the command line. */
export const argsOf = ({ name, options }) => [name, ...Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])];

/** Returns the addition of a kind, the first if there are several. */
export const additionOf = (wanted) => ADDITIONS.find(({ kind }) => kind === wanted);
