// Packages of the system, by apt-get, which runs once at a time.
import { run } from "./command.mjs";
import { holdLock } from "./lock.mjs";

/** Installs packages; the caller has checked that they are absent and permitted. `log` names the file for the output of apt-get. */
export function installBySystem(log, packages, todo) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  return holdLock("apt-get", async () => {
    await run("apt-get", ["update"], { log: "apt-update", env, todo });
    await run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { log, env, todo });
  });
}
