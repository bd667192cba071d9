// The folder of the doctor itself: backups of the sessions that it wrote.
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder for what a program keeps between two runs, as each system has it. XDG_STATE_HOME counts on every system. */
export function stateFolder({ env = process.env, home = homedir(), platform = process.platform } = {}) {
  return join(env.XDG_STATE_HOME || usualFolder(env, home, platform), "rethought");
}

function usualFolder(env, home, platform) {
  if (platform === "win32") return env.LOCALAPPDATA || join(home, "AppData", "Local");
  return platform === "darwin" ? join(home, "Library", "Application Support") : join(home, ".local", "state");
}
