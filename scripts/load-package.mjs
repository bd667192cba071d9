// The built package for scripts: all public names in one object.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pkg } from "./paths.mjs";

/** Imports a module of the built package. */
export const moduleOf = (path) => import(pathToFileURL(join(pkg, path)).href);

/** Returns the names of the main entry and of all subpaths; Letta's, which repeat some, as `letta`. */
export async function loadPackage() {
  const front = await moduleOf("start/node.js");
  const rooms = await Promise.all(["adk", "agent-state", "clark", "json", "sessions", "views"].map((name) => moduleOf(`entry/${name}.js`)));
  return Object.assign({}, front, ...rooms, { letta: await moduleOf("entry/letta.js") });
}
