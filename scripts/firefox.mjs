// Firefox from the system, where it is there or can be had; the checks that use it are left out where not.
import { onPath } from "./chromium.mjs";
import { installBySystem } from "./system-packages.mjs";

/** The path of the browser, or null. Installed by apt-get if absent and if we may. */
export async function ensureFirefox() {
  const found = search();
  if (found || process.getuid?.() !== 0) return found;
  try {
    console.log("installing firefox");
    await installBySystem("apt-install-firefox", ["firefox-esr"]);
  } catch {
    // No apt-get, no network, or no such package: Chromium alone must do.
  }
  return search();
}

const search = () => process.env.FIREFOX || onPath("firefox-esr", "firefox");
