// Checks the tarball for problems of its users: publint checks its map of entries, attw its types.
import { join } from "node:path";
import { run } from "../command.mjs";
import { ensurePackages } from "../npm.mjs";
import { pack } from "../pack.mjs";
import { tests } from "../paths.mjs";

export const publish = {
  name: "publish",
  about: "publint and arethetypeswrong on the tarball",
  async run() {
    await ensurePackages(tests);
    const tarball = await pack();
    const bin = (name) => join(tests, "node_modules", ".bin", name);
    await run(bin("publint"), ["run", tarball, "--strict"], { log: "publint", todo: "Fix pkg-template/package.json." });
    // ESM only by design (Node 20.19 can require it); the raw wasm has no types.
    const flags = ["--profile", "esm-only", "--exclude-entrypoints", "rethought.wasm", "--no-color"];
    await run(bin("attw"), [tarball, ...flags], { log: "attw", todo: "Fix the types named in pkg-template/package.json." });
    return { passed: 2 };
  },
};
