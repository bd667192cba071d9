import { Ledger, memoryStore } from "rethought";
import { StoreError } from "rethought/errors";
import { folderStore } from "rethought/folder";
import type { Repaired, Report, Rewrite, Store, StoredConversation, StoredFollowed, StoredLedger, StoredLedgerOptions } from "rethought";
import type { Equal, Expect } from "./equal.js";

export type Records = [
  Expect<Equal<StoredLedgerOptions["keep"], "full" | "handles" | "digests" | undefined>>,
  Expect<Equal<keyof StoredLedgerOptions, "keep" | "encryptWith" | "cacheBytes" | "memoryBytes">>,
  Expect<Equal<Pick<StoredFollowed, "line" | "part" | "from">, { line: string; part: number; from: string }>>,
  Expect<Equal<StoredConversation, { id: string; branch: string[] }>>,
  Expect<Equal<StoredLedger["form"], "full" | "handles" | "digests">>,
];

/** A database returns `null` for a missing value. */
export const redis: Store = {
  getMany: async (keys: string[]): Promise<(string | null)[]> => keys.map(() => null),
  setMany: (entries) => Promise.all(entries.map(async ([key, value]) => key + value)),
};
export const stores: Store[] = [redis, memoryStore(), memoryStore({ bytes: 1_000 }), folderStore("ledger"), folderStore({ href: "file:///ledger" }, { sync: false })];
export const opened: Promise<StoredLedger>[] = [Ledger.open(), Ledger.open(redis, { keep: "digests", cacheBytes: 0 })];

export async function use(ledger: StoredLedger): Promise<void> {
  const report: Report = await ledger.audit("{}", "anthropic-messages", { off: ["unknown-handle"] });
  const isNew: boolean = (await ledger.record(report, { response: "{}" })) || (await ledger.record({ request: "{}", stream: "", target: "anthropic-messages" }));
  const repaired: Repaired<string> = await ledger.repair("{}", undefined, { allow: ["unsafe"] });
  const rewrite: Rewrite = await ledger.canRewrite("{}", [0, 1], undefined, { by: "drop" });
  const followed: StoredFollowed[] = await ledger.follow("{}");
  const part: string | undefined = await ledger.restore(followed[0]?.from ?? "");
  const where: StoredConversation | undefined = await ledger.conversation({ messages: [] });
  ledger[Symbol.dispose]();
  // @ts-expect-error answers of a store have no numbers
  followed[0]?.response;
  // @ts-expect-error a report is a promise
  const early: Report = ledger.audit("{}");
  void [isNew, repaired, rewrite, part, where, early];
}

export const wrong = (error: unknown): string | undefined => (error instanceof StoreError ? error.code : undefined);
// @ts-expect-error a store has both
export const half: Store = { getMany: redis.getMany };
// @ts-expect-error a folder has a path
folderStore();
