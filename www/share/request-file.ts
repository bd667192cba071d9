/**
 * A request as a file: `{"target": …, "request": …}`, which `rethought audit`, `rethought fix` and this page read. The target names the unrecorded
 * parts, so that no audit reads them as absent. The request keeps every byte.
 */
import type { Target } from "rethought/slim";
import type { Core } from "../core/core";
import { plainTarget } from "../link/view";

export function requestFile(core: Core | undefined, target: Target, request: Uint8Array): BlobPart[] {
  const body = request as Uint8Array<ArrayBuffer>;
  return isJson(core, request) ? [`{"target":${JSON.stringify(plainTarget(target))},\n"request":`, body, "}\n"] : [body];
}

/** A body that is not JSON cannot be a member of a file, and is saved alone. */
function isJson(core: Core | undefined, body: Uint8Array): boolean {
  try {
    return core?.locate(body, "") !== undefined;
  } catch {
    return false;
  }
}
