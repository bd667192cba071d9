// The thoughts of any body.
import type { Body } from "../text/body.js";
import type { TargetLike } from "../exchange/exchange.js";
import type { Turn } from "../exchange/turn.js";
import type { RawThought } from "../records/index.js";
import type { Thought } from "./thought.js";

/**
 * Reads the thoughts of any body: a turn, a request of a wire, or messages of a framework (`agentfootprint`, `cognipeer`, `letta`, `ai-sdk`, `langchain` and the others that
 * `convert` knows). Each thought that names its issuer is in the form in which that issuer wrote it, so it can be stored, routed, placed and exported like a decoded one.
 *
 * @example
 * import { readThoughts } from "rethought";
 * import { place } from "rethought/adk";
 *
 * const messages = [{ role: "assistant", content: "Hi", thinkingBlocks: [{ type: "thinking", content: "Greet.", signature: "EqQBCg==" }] }];
 * const [thought] = readThoughts(messages, "agentfootprint");
 * [thought.content, thought.replayCompatibility]; // → ["Greet.", "anthropic-messages-thinking-v1"]
 * const request = { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hello" }, { role: "assistant", content: "Hi" }, { role: "user", content: "And?" }] };
 * place(request, [thought], "anthropic-messages").request.messages[1].content[0].signature; // → "EqQBCg=="
 *
 * @param from The wire or the format, with the model or the host that issued the thoughts if the messages do not name them.
 * @throws {InputError} if the body is not what it is said to be.
 */
export function readThoughts(source: Body | Turn, from?: TargetLike | null, options?: { createdAt?: RawThought["createdAt"] } | null): Thought[];
