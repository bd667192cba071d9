// Programs of the suite, bundled with the package in a separate folder, for runtimes that are not Node.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pkg, tests } from "../../../scripts/paths.mjs";
import { esbuild } from "../browser-package/bundlers.mjs";

const SOURCES = ["worker.mjs", "page.mjs", "contract.mjs"].map((name) => `services/databases-stores/${name}`).concat("talks.mjs", "random.mjs");

/** Bundles a program into out/main.js of a new folder, passes it to the work, and removes it afterwards. */
export async function withBundle(program, options, work) {
  const folder = mkdtempSync(join(tmpdir(), "rethought-bundle-"));
  try {
    cpSync(pkg, join(folder, "node_modules", "rethought"), { recursive: true });
    for (const path of SOURCES) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      cpSync(join(tests, path), join(folder, path));
    }
    await esbuild(folder, `services/databases-stores/${program}`, "out/main.js", { format: "esm", ...options });
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the note of a program that checked the contract. Throws if it broke a law. */
export function lawful({ laws, faults }) {
  if (faults.length) throw new Error(faults.join("; "));
  return `${laws} laws`;
}
