// Spark with two executors on this machine, each a separate process, and the filter alone.
import { spawn } from "node:child_process";
import { createWriteStream, openSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { answers } from "../../../scripts/command.mjs";
import { logs, pkg, services, target } from "../../../scripts/paths.mjs";
import { ensurePython } from "../../../scripts/python.mjs";
import { installBySystem } from "../../../scripts/system-packages.mjs";
import { Skip } from "../../skip.mjs";

const FILTER = [process.execPath, join(pkg, "cli", "index.js"), "audit", "--ndjson", "--jobs", "1"];
const MASTER = "local-cluster[2,1,1024]";
/** The number of attempts of a task whose filters are killed. */
const TRIES = 50;

/** Returns the program that submits jobs, with its environment. A JDK and PySpark are installed if absent. */
export async function ensureSpark() {
  if (!process.env.RETHOUGHT_LONG) throw new Skip("npm run prove -- spark");
  if (!(await answers("java", ["-version"]))) {
    if (process.getuid?.() !== 0 || !(await answers("apt-get", ["--version"]))) throw new Skip("there is no JDK, and none can be installed");
    await installBySystem("spark-jdk", ["openjdk-17-jre-headless"], "Install a JDK, 17 or later.");
  }
  const home = join(target, "spark", "python");
  const python = await ensurePython(home, join(services, "java-spark", "requirements.txt"), "PySpark");
  if (!python) throw new Skip("there is no Python");
  return { submit: join(home, "bin", "spark-submit"), env: { SPARK_LOCAL_IP: "127.0.0.1", PYSPARK_PYTHON: python, PYSPARK_DRIVER_PYTHON: python } };
}

/** Runs the filter over a file. Returns the processor time in seconds. */
export const runFilter = (source, results) => timed(FILTER, { stdin: source, stdout: results });

/**
 * Runs the job over a file. Returns the processor time in seconds. `kills.begin(pid)` gets the process, and returns a function that ends the killing.
 */
export async function runJob({ submit, env }, source, results, { partitions, partitionBytes, kills }) {
  const conf = {
    "spark.ui.enabled": "false",
    "spark.task.maxFailures": kills?.tries ?? TRIES,
    "spark.driver.host": "127.0.0.1",
    // Each part starts a process, which is slow at first. By default, local files are cut into parts of 32 MB.
    "spark.hadoop.mapreduce.input.fileinputformat.split.minsize": partitionBytes,
  };
  const flags = Object.entries(conf).flatMap(([name, value]) => ["--conf", `${name}=${value}`]);
  return timed([submit, "--master", MASTER, ...flags, join(services, "java-spark", "job.py"), source, results, String(partitions), ...FILTER], { env, log: "spark-job", kills });
}

/**
 * Runs a command. Returns the processor time of the machine meanwhile. Processes of Spark outlive their parents, so they cannot be counted
 * separately. On a busy machine the result is too large, never too small.
 */
async function timed([program, ...args], { stdin, stdout, env = {}, log = "spark-filter", kills }) {
  const [input, output] = [stdin ? openSync(stdin) : "ignore", stdout ? openSync(stdout, "w") : "pipe"];
  const before = busySeconds();
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: [input, output, "pipe"] });
  const file = join(logs, `${log}.log`);
  const out = createWriteStream(file);
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(out, { end: false });
  const stop = kills?.begin(child.pid);
  const code = await new Promise((resolve) => child.on("close", resolve));
  await stop?.();
  out.end();
  if (code !== 0) throw new Error(`it ended with ${code}: ${file}`);
  return { seconds: busySeconds() - before };
}

/** Returns the busy seconds of all processors of this machine. */
const busySeconds = () => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;
