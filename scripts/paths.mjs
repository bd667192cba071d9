// The paths of the repository. They are relative to this file, so a script may be started in any folder.
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const pkg = join(root, "pkg");
export const tests = join(root, "tests");
/** The suites that need a browser, a database, or another language. */
export const services = join(tests, "services");
/** The cases that the programs in `tests` read. */
export const data = join(tests, "data");
export const target = join(root, "target");
export const logs = join(target, "logs");
export const stamps = join(target, "stamps");
// Recorded traffic and public suites, outside the checkout. Tests that need them are skipped if they are missing.
export const shared = process.env.RETHOUGHT_SHARED || join(root, "..", "shared");

// Outside the checkout: a second clone finds the tools ready.
export const toolsCache =
  process.env.RETHOUGHT_TOOLS || join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "rethought");
