// The events of a proxy, which its hook is given.
import type { Report, Wire } from "../records/index.js";

/** A call to a model that has ended. It holds the texts of the call, and no key. */
export interface ProxyExchange {
  /** The name of the conversation, if the client gave one. */
  readonly conversation: string | undefined;
  /** A digest of the credential that the client showed, if it showed one: calls of different credentials are of different people. */
  readonly credential: string | undefined;
  /** The address at the provider, without its query. */
  readonly url: string;
  /** The wire on which the provider was asked. */
  readonly wire: Wire;
  /** The model that was asked, if the call names one. */
  readonly model: string | undefined;
  /** The verdict on the request, before repairs. */
  readonly verdict: Report["verdict"];
  /** The rules of its findings, without advice. */
  readonly rules: string[];
  /** How many repairs were made. */
  readonly repairs: number;
  /** The status of the answer. */
  readonly status: number;
  /** How long the call took, in milliseconds. */
  readonly ms: number;
  /** True if the answer broke off. */
  readonly isCut: boolean;
  /** True if the request was not sent at all. */
  readonly isBlocked: boolean;
  /** True if AWS signed the request, so that it could not be repaired. */
  readonly isSigned: boolean;
  /** The wire of the client, if the call was converted. */
  readonly convertedFrom?: Wire;
  /** The request of the client. */
  readonly request: string | Uint8Array;
  /** The request that was sent. */
  readonly sent: string | Uint8Array;
  /** The answer of the provider, if it is a body. */
  readonly response?: Uint8Array;
  /** The answer of the provider, if it is a stream. */
  readonly stream?: Uint8Array;
}
