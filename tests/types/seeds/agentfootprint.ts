// agentfootprint: not on npm.

export type ContextRole = "system" | "user" | "assistant" | "tool";

export interface LLMMessage {
  readonly role: ContextRole;
  readonly content: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly toolCalls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly providerMeta?: Readonly<Record<string, unknown>>;
  }[];
  readonly thinkingBlocks?: readonly ThinkingBlock[];
  readonly ephemeral?: boolean;
  readonly injectedBy?: {
    readonly injectionId: string;
    // A closed union in the seed that grows without notice: any word is accepted.
    readonly flavor: string;
    readonly reason?: string;
    readonly iteration: number;
  };
}

export interface ThinkingBlock {
  readonly type: "thinking" | "redacted_thinking";
  readonly content: string;
  readonly signature?: string;
  readonly summary?: boolean;
  readonly providerMeta?: Readonly<Record<string, unknown>>;
}
