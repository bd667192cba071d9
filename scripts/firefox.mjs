// Firefox from the system, if it is installed or can be. Otherwise the checks that use it are skipped.
import { onPath } from "./chromium.mjs";
import { installBySystem } from "./system-packages.mjs";

/** Returns the path of the browser, or null. Installed by apt-get if absent and permitted. */
export async function ensureFirefox() {
  const found = search();
  if (found || process.getuid?.() !== 0) return found;
  try {
    console.log("installing firefox");
    await installBySystem("apt-install-firefox", ["firefox-esr"]);
  } catch {
    // No apt-get, no network, or no such package: only Chromium is tested.
  }
  return search();
}

const search = () => process.env.FIREFOX || onPath("firefox-esr", "firefox");
