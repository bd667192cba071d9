// Locks between the steps of a run, which are processes of their own: two must not install into one folder, nor call apt-get, at the same time.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { toolsCache } from "./paths.mjs";

/** Does some work while no other process does work of that name. */
export async function holdLock(name, work) {
  const folder = join(toolsCache, "locks");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  while (!take(file)) await pause(200);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes a lock; false if a process that lives has it. */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

/** True if the process that has taken a lock lives. One that has just made the file may not have written its number yet. */
function isHeld(file) {
  try {
    const owner = readFileSync(file, "utf8");
    if (owner) process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
