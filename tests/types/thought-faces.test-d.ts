// One thought from any source, and the types of ADK and clark.
import { decode, Thought } from "rethought";
import type { DateTimeLike, IdentityLike, RawThought, StoredThought, Tokenizable, TurnThought } from "rethought";
import { place, rawThoughtSchema, route } from "rethought/adk";
import type { PlacedThoughts, RoutedThought, Routing } from "rethought/adk";
import { auditReplay, codecFor, OpenRouterReasoningCodec, reasoningItems, registerCodec, replayContract, writeItem } from "rethought/clark";
import type { ReasoningCodec, ReasoningItem, ReplayContract, TypedReasoning } from "rethought/clark";
import type { Assignable, Equal, Expect, Refuse } from "./equal.js";
import type * as Adk from "./seeds/adk.js";
import type * as Clark from "./seeds/clark.js";

const turn = decode("{}");
const [thought] = turn.thoughts;

export type OneThought = [
  Expect<Assignable<TurnThought, Thought>>,
  Expect<Assignable<ReturnType<Thought["toRaw"]>, RawThought>>,
  Expect<Assignable<StoredThought, RawThought>>,
  Expect<Assignable<ReturnType<TurnThought["toJSON"]>, StoredThought>>,
  Expect<Equal<Thought["kind"], TurnThought["kind"]>>,
  Expect<Equal<Parameters<typeof Thought.fromRaw>[0], RawThought | StoredThought | Thought>>,
  // ADK's page, unchanged: everything it accepts is accepted here, and the result of `toRaw` fits it. A raw thought of ours need not have content,
  // like ADK's source since 2026.
  Expect<Assignable<Adk.PageRawThought<Adk.Tokenizable, Adk.Identity, DateTimeLike>, RawThought>>,
  Expect<Assignable<ReturnType<Thought["toRaw"]>, Adk.PageRawThought<Tokenizable, IdentityLike, DateTimeLike>>>,
  Refuse<Assignable<RawThought, Adk.PageRawThought<Tokenizable, IdentityLike, DateTimeLike>>>,
];

export const again: Thought = thought ? Thought.fromRaw(thought.toRaw()) : new Thought({ id: "t", content: "x", createdAt: 0, updatedAt: 0 });
export const routing: Routing = route([again, ...turn.thoughts], { target: "anthropic-messages", mode: "latest-self", window: "turn", identity: "planner" });
export const placed: PlacedThoughts<string> = place("{}", routing, "anthropic-messages");
export const object: PlacedThoughts<{ messages: never[] }> = place({ messages: [] }, routing.routed, "anthropic-messages", { policy: "envelope" });
export const fates: RoutedThought[] = placed.plan;

// @ts-expect-error there is no such mode
route([], { accepts: [], mode: "self" });
// @ts-expect-error an option that is misspelt
route([], { accept: [] });
// @ts-expect-error a thought has an id
place("{}", [{ content: "x", createdAt: 0, updatedAt: 0 }]);

// The interface of standardschema.dev for validators.
interface StandardSchema<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] | undefined }[] } | Promise<never>;
  };
}
export const standard: StandardSchema<Thought> = rawThoughtSchema;

// Clark's own items are accepted, and a typed item of ours is one of them or has a type of its own.
export type Items = [
  Expect<Assignable<Clark.ReasoningItem, Parameters<typeof writeItem>[0]>>,
  Expect<Assignable<Clark.ReasoningItem, TypedReasoning["item"]>>,
  Refuse<Assignable<TypedReasoning["item"], Clark.ReasoningItem>>,
  Expect<Equal<ReturnType<typeof replayContract>, ReplayContract>>,
];
export const items: TypedReasoning[] = reasoningItems(turn);
export const audited = [auditReplay(turn, undefined, true), auditReplay(turn.thoughts, "always-required", true), auditReplay(items, null, false)];
export const codec: ReasoningCodec = { parseResponse: (): ReasoningItem[] => [], writeAssistant: (message: string) => message };
export const bundled: ReasoningCodec = new OpenRouterReasoningCodec();
export const remove: () => boolean = registerCodec("acme-chat", codec);
export const message: string = codecFor("acme-chat").writeAssistant('{"role":"assistant"}', items);

// @ts-expect-error a codec writes too
registerCodec("acme-chat", { parseResponse: () => [] });
// @ts-expect-error there is no such contract
export const optional: ReplayContract = replayContract("unknown") as "optional";
