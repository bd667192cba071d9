// Kills processes of a job at random: filters repeatedly, and an executor once.
import { readdirSync, readFileSync } from "node:fs";

/** The maximum number of killed filters of a job, and the time between two kills, in ms. */
const FILTERS = 6;
const PAUSE = 1500;

const isFilter = (command) => command.includes("--ndjson") && command.includes("cli/index.js") && !command.includes("job.py");
const isExecutor = (command) => command.includes("CoarseGrainedExecutorBackend") && command.startsWith("/");

/** Kills while a job runs; `told` counts the kills. */
export function killNow(random, told) {
  return {
    begin(pid) {
      const left = { filters: FILTERS, executors: 1 };
      let isOver = false;
      const kill = (kind, processes) => {
        const count = processes.length && left[kind] && killed(random.pick(processes));
        left[kind] -= count;
        told[kind] += count;
      };
      const killing = (async () => {
        while (!isOver && left.filters + left.executors > 0) {
          await new Promise((resolve) => setTimeout(resolve, PAUSE * random.next()));
          const all = below(pid);
          const filters = all.filter(({ command }) => isFilter(command));
          // An executor dies while its filters work.
          if (filters.length && left.executors && random.chance(0.3)) kill("executors", all.filter(({ command }) => isExecutor(command)));
          else kill("filters", filters);
        }
      })();
      return () => ((isOver = true), killing);
    },
  };
}

/** Returns 1 if a process was killed, 0 if it had already ended. */
function killed(one) {
  try {
    process.kill(one.pid, "SIGKILL");
    return 1;
  } catch {
    return 0;
  }
}

/** Returns all descendants of a process. */
function below(root) {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap(processOf);
  const found = [];
  for (let parents = [root]; parents.length; ) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map(({ pid }) => pid);
  }
  return found;
}

function processOf(name) {
  try {
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8"));
    return [{ pid: Number(name), parent: Number(parent), command: readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ") }];
  } catch {
    return [];
  }
}
