// Long sessions: processor time and memory of reading with every request audited, of a diagnosis, and of a repair. The memory of a file four times as long is the same.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SESSION_FILES, writeSession } from "./session-files.mjs";

const READER = fileURLToPath(new URL("./read-session.mjs", import.meta.url));
const MEGABYTE = 1e6;

export function sessions(pkg, most = 200) {
  const folder = mkdtempSync(join(tmpdir(), "rethought-bench-sessions-"));
  console.log("\nsession                              work        processor      speed    memory");
  try {
    for (const name of Object.keys(SESSION_FILES))
      for (const compacts of [true, false])
        for (const megabytes of [most / 4, most]) {
          const path = join(folder, "session.jsonl");
          writeSession(path, name, { bytes: megabytes * MEGABYTE, compacts, bad: true });
          for (const work of ["read", "diagnose", "write"]) {
            const { seconds, megabytes: memory } = JSON.parse(execFileSync(process.execPath, [READER, pkg, path, work], { encoding: "utf8", maxBuffer: 1e8 }));
            const speed = statSync(path).size / MEGABYTE / seconds;
            console.log(`${`${name}, ${megabytes} MB${compacts ? "" : ", never compacted"}`.padEnd(36)} ${work.padEnd(10)} ${seconds.toFixed(1).padStart(8)} s ${speed.toFixed(1).padStart(6)} MB/s ${memory.toFixed(0).padStart(6)} MB`);
          }
        }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log("bar for reading with every request audited                           8 MB/s");
}
