/** The state of one conversation while a session is read. A transcript may hold several. */
import type { Ledger } from "rethought/slim";
import type { Core } from "../core/core";
import type { IncrementalRequest } from "./incremental-request";

export interface ConversationState {
  readonly ledger: Ledger;
  /** The exchanges whose answers the ledger has, in the order of the ledger. */
  readonly recordedExchanges: number[];
  /** The request so far, if the transcript records messages instead of requests. */
  incremental: IncrementalRequest | undefined;
  /** The number of bytes of requests that were built for audits. */
  auditedBytes: number;
  /** Once the budget is spent: the size at which the next request is audited. */
  nextAuditSize: number;
  lastExchange: number | undefined;
}

/**
 * The number of bytes of requests to build for audits while a conversation is read. Each request repeats the ones before, so auditing all of a long
 * conversation would take quadratic time.
 */
const AUDIT_BUDGET = 2 << 20;

/** Begins a conversation. One that branched off another has the answers of both in one ledger, because its requests begin with those of the other. */
export function newConversation(core: Core, origin: ConversationState | undefined): ConversationState {
  const { ledger, recordedExchanges, auditedBytes } = origin ?? { ledger: new core.Ledger(), recordedExchanges: [], auditedBytes: 0 };
  return { ledger, recordedExchanges, auditedBytes, incremental: undefined, nextAuditSize: 0, lastExchange: undefined };
}

export const isOverBudget = (conversation: ConversationState): boolean => conversation.auditedBytes > AUDIT_BUDGET;
