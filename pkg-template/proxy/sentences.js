// Answers of the proxy itself, when no provider can answer.

const answerOf = (status, type, message) => ({ status, headers: { "content-type": "application/json", "x-rethought": "proxy" }, body: JSON.stringify({ error: { type, message, code: status } }) });

/** Returns the answer to a call that has no route. */
export const refusedCall = ({ status, sentence }) => answerOf(status, "proxy_refused", sentence);

/** The answer to a call without a valid token. */
export const unauthorized = () => refusedCall({ status: 401, sentence: "Send a token of this proxy in the header x-rethought-token." });

/** Returns the reason why a call did not reach a provider. The error may contain anything, so only its code is reported. */
export const unreachable = (host, error) => `${host} cannot be reached: ${error?.cause?.code ?? error?.code ?? error?.name ?? "unknown"}`;

/** Returns the answer to a call that did not reach the provider. */
export const failedCall = ({ address }, error) => answerOf(502, "proxy_failed", unreachable(address.host, error));

/** Returns the answer when the proxy is about to stop. */
export const endingCall = () => answerOf(503, "proxy_ends", "the proxy is stopping and accepts no new calls");
