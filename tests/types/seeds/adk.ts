// @nhtio/adk and its newer source: not on npm, so its classes are declared by their public interface.

export interface RawThought<Text, Who, Moment> {
  id: string;
  content?: string | Text;
  identity?: string | RawIdentity<Text> | Who;
  payload?: unknown;
  replayCompatibility?: string;
  createdAt: string | number | Date | Moment;
  updatedAt: string | number | Date | Moment;
}

/** The older page, unchanged: `content` is required. */
export interface PageRawThought<Text, Who, Moment> {
  content: string | Text;
  createdAt: string | number | Date | Moment;
  id: string;
  identity?: string | Who | RawIdentity<Text>;
  payload?: unknown;
  replayCompatibility?: string;
  updatedAt: string | number | Date | Moment;
}

export interface RawIdentity<Text> {
  identifier: string | number;
  representation: string | Text;
}

export type TokenEncoding = "gpt2" | "r50k_base" | "p50k_base" | "p50k_edit" | "cl100k_base" | "o200k_base" | "gemini" | "llama2" | "claude";

export declare class Tokenizable {
  #value: string;
  constructor(value: string);
  toJSON: () => string;
  toString: () => string;
  valueOf: () => string;
  toLocaleString: () => string;
  set: (value: string) => void;
  estimateTokens: (encoding: TokenEncoding) => number;
}

export declare class Identity {
  #identifier: string | number;
  constructor(raw: RawIdentity<Tokenizable>);
  readonly identifier: string | number;
  readonly representation: Tokenizable;
}
