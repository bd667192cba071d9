// clark-agent 0.4.0, as its serde reads it: an `Option` is absent or null.

export type ReasoningFormat =
  | "anthropic-claude-v1"
  | "google-gemini-v1"
  | "openai-responses-v1"
  | "azure-openai-responses-v1"
  | "xai-responses-v1"
  | "unknown";

interface Item {
  id?: string | null;
  // Open here and closed there: clark reads any other word as "unknown" and loses it.
  format: ReasoningFormat | (string & {});
  index?: number | null;
}

export interface Text extends Item {
  type: "reasoning.text";
  text: string;
  signature?: string | null;
}

export interface Summary extends Item {
  type: "reasoning.summary";
  summary: string;
}

export interface Encrypted extends Item {
  type: "reasoning.encrypted";
  data: string;
}

export type ReasoningItem = Text | Summary | Encrypted;

// Not serialisable there; the words are the variants in kebab-case, the fields in camelCase.
export type ReplayContract = "stateless" | "required-with-tools" | "always-required";

export interface ReplayViolation {
  type: "missing-signatures-for-strict-provider";
  contract: ReplayContract;
  formats: Item["format"][];
}

export interface ReplayAudit {
  itemCount: number;
  signedCount: number;
  formats: Item["format"][];
  violation?: ReplayViolation;
}
