// Letta and its JSON schema.

interface LettaMessage {
  id: string;
  date: string;
  name?: string | null;
  otid?: string | null;
  sender_id?: string | null;
  step_id?: string | null;
  is_err?: boolean | null;
  seq_id?: number | null;
  run_id?: string | null;
}

export interface ReasoningMessage extends LettaMessage {
  message_type?: "reasoning_message";
  source?: "reasoner_model" | "non_reasoner_model";
  reasoning: string;
  signature?: string | null;
}

export interface HiddenReasoningMessage extends LettaMessage {
  message_type?: "hidden_reasoning_message";
  state: "redacted" | "omitted";
  hidden_reasoning?: string | null;
}

export interface ReasoningContent {
  type?: "reasoning";
  is_native: boolean;
  reasoning: string;
  signature?: string | null;
}

export interface RedactedReasoningContent {
  type?: "redacted_reasoning";
  data: string;
}

export interface OmittedReasoningContent {
  type?: "omitted_reasoning";
  signature?: string | null;
}

export interface SummarizedReasoningContent {
  type?: "summarized_reasoning";
  id: string;
  summary: { index: number; text: string }[];
  encrypted_content?: string;
}
