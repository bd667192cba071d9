// Packages of the system, by apt-get, which does one thing at a time.
import { run } from "./command.mjs";
import { holdLock } from "./lock.mjs";

/** Installs packages; the caller knows that they are absent and that we may. `log` names the file of what apt-get says. */
export function installBySystem(log, packages, todo) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  return holdLock("apt-get", async () => {
    await run("apt-get", ["update"], { log: "apt-update", env, todo });
    await run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { log, env, todo });
  });
}
