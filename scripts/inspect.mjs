// npm run inspect [-- files]: builds the package with its inspector, and runs its command `rethought inspect`. --no-open only prints the address.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { report } from "./command.mjs";
import { pkg } from "./paths.mjs";
import { buildPage } from "./www.mjs";

async function main(args) {
  await buildPage();
  // npm starts a script in the folder of the package; the file names are relative to the person's folder.
  const child = spawn(process.execPath, [join(pkg, "cli", "index.js"), "inspect", ...args], { stdio: "inherit", cwd: process.env.INIT_CWD ?? process.cwd() });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => child.on("error", reject).on("close", (code) => resolve(code ?? 1)));
}

await main(process.argv.slice(2)).catch(report);
