// The person's browser.
import { spawn } from "node:child_process";

/** Opens an address where there is a screen. The address was printed, so it is not a failure if nothing opens. */
export function showInBrowser(address) {
  const { platform, env } = process;
  if (platform !== "darwin" && platform !== "win32" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const [command, ...args] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[platform] ?? ["xdg-open"];
  spawn(command, [...args, address], { stdio: "ignore", detached: true }).on("error", () => {}).unref();
}
