// When a format's issuer asks its reasoning back. The formats are clark's; src/formats/clark/replay_audit.rs has the same table for Rust.

const CONTRACTS = {
  "anthropic-claude-v1": "required-with-tools",
  "google-gemini-v1": "required-with-tools",
  "openai-responses-v1": "required-with-tools",
  "azure-openai-responses-v1": "required-with-tools",
};

/** From the mildest to the strictest. */
export const WORDS = ["stateless", "required-with-tools", "always-required"];

export function contractOf(format) {
  return Object.hasOwn(CONTRACTS, format) ? CONTRACTS[format] : WORDS[0];
}

/** The strictest contract of some formats. */
export function strictest(formats) {
  return WORDS[Math.max(0, ...formats.map((format) => WORDS.indexOf(contractOf(format))))];
}
