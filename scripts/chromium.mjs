// Chromium and its driver, from the system: every Linux distribution packages this browser.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { Stop } from "./command.mjs";
import { installBySystem } from "./system-packages.mjs";

const PACKAGES = ["chromium", "chromium-driver", "chromium-headless-shell"];

/**
 * Returns the paths of the browser, of its driver, and of the same engine without windows, which opens a page in two thirds of the time. They are
 * installed by apt-get if absent and permitted. If a machine has the browser but not the last, the browser replaces it.
 */
export async function ensureChromium() {
  let found = search();
  if (found) return found;
  const todo = `Run by hand: apt-get install -y --no-install-recommends ${PACKAGES.join(" ")} (or set CHROMIUM and CHROMEDRIVER).`;
  if (process.getuid?.() !== 0) throw new Stop("Chromium or its driver was not found, and only root may install it.", { todo });
  console.log("installing chromium and its driver");
  await installBySystem("apt-install", PACKAGES, todo);
  found = search();
  if (!found) throw new Stop("Chromium was installed but is not on PATH.", { todo });
  return found;
}

function search() {
  const browser = process.env.CHROMIUM || onPath("chromium", "chromium-browser", "google-chrome");
  const driver = process.env.CHROMEDRIVER || onPath("chromedriver");
  const shell = process.env.CHROMIUM || onPath("chromium-headless-shell") || browser;
  return browser && driver ? { browser, driver, shell } : null;
}

/** Returns the first of several programs that is installed, or null. */
export function onPath(...names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {}
    }
  return null;
}
