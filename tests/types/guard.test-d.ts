import { Ledger, memoryStore } from "rethought";
import type { RuleId } from "rethought";
import { conversationStore, guard, withConversation } from "rethought/guard";
import type { GuardedFetch, GuardOptions, GuardRefused, GuardReported } from "rethought/guard";
import { guardTelemetry } from "rethought/otel";
import type { GuardTelemetry, TelemetryApi } from "rethought/otel";
import type { Equal, Expect } from "./equal.js";

/** A custom fetch keeps its type. */
type Own = (url: string, init: { method: string }) => Promise<{ status: number }>;
declare const own: Own;
export const kept = guard(own, { mode: "repair", allow: ["unsafe"], off: ["unknown-handle"] });
export type Kept = [
  Expect<Equal<Parameters<typeof kept>, Parameters<Own>>>,
  Expect<Equal<Awaited<ReturnType<typeof kept>>, { status: number }>>,
  Expect<Equal<ReturnType<typeof kept.settled>, Promise<void>>>,
  Expect<Equal<Extract<GuardOptions["mode"], string>, "observe" | "dry-run" | "repair" | "block">>,
  Expect<Equal<NonNullable<GuardOptions["failOn"] | GuardOptions["level"]>, "reject" | "degrade" | "advice">>,
  Expect<Equal<GuardReported["report"]["findings"][number]["rule"], RuleId>>,
];

/** Without one, the type is that of the global fetch. */
export const global: GuardedFetch[] = [guard(), guard(undefined, {}), guard(undefined, { mode: undefined, store: undefined })];
export const everything: GuardOptions = {
  mode: "block",
  failOn: "degrade",
  level: "advice",
  store: memoryStore(),
  target: (url, headers) => (url.href.startsWith("https://gateway") && headers.get("x-vendor") ? "anthropic-messages" : undefined),
  conversation: (_url, headers) => headers.get("session-id") ?? undefined,
  retry: false,
  onReport: ({ report, ms, call, url, wire, conversation }) => [report.verdict, ms.toFixed(), call.toFixed(), url, wire, conversation],
  onRepaired: ({ before, applied, sent }) => [before.verdict, applied[0]?.mended[0]?.rule, sent],
  onRefused: ({ classified, predicted, blocked, retried, status }: GuardRefused) => [classified?.rule, predicted, blocked, retried, status],
  onRecorded: async ({ response }) => response?.length,
  onError: (error, { call }) => [error, call],
};
export const ledgers: GuardOptions[] = [{ ledger: new Ledger() }, { ledger: await Ledger.open() }];
export const seven: Promise<number> = withConversation("user-7", async () => 7);
export const shared = await Ledger.open(conversationStore(memoryStore(), "user-7"));

declare const api: TelemetryApi;
export const hooks: GuardTelemetry = guardTelemetry(api);
export const told: GuardOptions = { ...hooks, mode: "observe" };

export async function use(): Promise<void> {
  await kept.settled();
  kept[Symbol.dispose]();
}

// @ts-expect-error there is no such mode
guard(own, { mode: "watch" });
// @ts-expect-error the fetch comes first
guard({ mode: "observe" });
// @ts-expect-error there is no such option
guard(own, { mod: "observe" });
// @ts-expect-error a name is a text
withConversation(7, () => 7);
