// Firefox from the system, where it is there or can be had; the checks that use it are left out where not.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./command.mjs";

/** The path of the browser, or null. Installed by apt-get if absent and if we may. */
export async function ensureFirefox() {
  const found = search();
  if (found || process.getuid?.() !== 0) return found;
  try {
    console.log("installing firefox");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { log: "apt-update", env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "firefox-esr"], { log: "apt-install-firefox", env });
  } catch {
    // No apt-get, no network, or no such package: Chromium alone must do.
  }
  return search();
}

function search() {
  if (process.env.FIREFOX) return process.env.FIREFOX;
  for (const name of ["firefox-esr", "firefox"])
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {}
    }
  return null;
}
