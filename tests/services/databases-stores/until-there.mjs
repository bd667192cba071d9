// Waits for the socket of a server.
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

export async function untilThere(socket, child) {
  for (let nth = 0; nth < 400 && !existsSync(socket); nth++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    await pause(25);
  }
  if (!existsSync(socket)) throw new Error(`${child.spawnfile} does not listen`);
}
