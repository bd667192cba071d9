// A request out of a file: the body itself, or a body with its target, as the cards of the rules write it.
import { locate, PointerError } from "../node.js";
import { targetOf } from "./usage.js";

/** The request's bytes, where they begin in the file, and the target: what the command line says outranks what the file does. */
export function requestOf(bytes, values) {
  try {
    const [request, target] = [locate(bytes, "/request"), locate(bytes, "/target")];
    return { request: request.raw, offset: request.start, target: { ...JSON.parse(new TextDecoder().decode(target.raw)), ...targetOf(values) } };
  } catch (error) {
    if (!(error instanceof PointerError)) throw error;
    return { request: bytes, offset: 0, target: targetOf(values) };
  }
}
