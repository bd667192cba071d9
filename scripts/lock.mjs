// Locks between the steps of a run, which are separate processes: two must not install into one folder, or call apt-get, at the same time.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { toolsCache } from "./paths.mjs";

/** Runs work while no other process runs work of that name. */
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

/** Acquires a lock. Returns false if a living process has it. */
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

/** Returns true if the process that holds a lock lives. A process that has just created the file may not have written its number yet. */
function isHeld(file) {
  try {
    const owner = readFileSync(file, "utf8");
    if (owner) process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
