// Compaction safety. Records are generated into records/index.d.ts.
import type { WithLedger } from "./audit.js";
import type { Body } from "../text/body.js";
import type { TargetLike } from "../exchange/exchange.js";
import type { Rewrite, RewriteOptions } from "../records/index.js";

/**
 * Checks if messages or items of a request can be dropped or summarised without breaking signed content. They are given by their numbers on the wire, from the
 * first to the one after the last. The result says what would break, in the provider's own words. It also has the smallest safe range around them and the
 * largest inside them. The request is not changed. The audit decides. If only a record of the answers could decide, the worst is assumed. A model that binds
 * thoughts to the previous messages then breaks every later thought.
 *
 * @example
 * import { canRewrite } from "rethought";
 *
 * const { safe, breaks, smallest } = canRewrite(next, [2, 3], "anthropic-messages", { by: "drop" });
 * [safe, breaks[0].rule, smallest]; // → [false, "unanswered-tool-use", [1, 3]]
 *
 * @throws {JsonError} if the request is not JSON.
 * @throws {InputError} at `/range` if the range is empty or not in the request.
 */
export function canRewrite(request: Body, range: readonly [start: number, end: number], target: TargetLike | undefined, options: RewriteOptions & WithLedger & { by: "drop" | "summary" }): Rewrite;
export function canRewrite(request: Body, range: readonly [start: number, end: number], target?: TargetLike, options?: RewriteOptions & WithLedger): { drop: Rewrite; summary: Rewrite };
