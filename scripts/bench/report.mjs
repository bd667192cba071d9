// `rethought report` over a million results, and over a million results with unique names: time relative to JSON.parse of the same lines, memory, and
// the page.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomOf } from "../../tests/random.mjs";
import { endOf, resultOf } from "../../tests/services/browser-report/results.mjs";

const COUNT = 1_000_000;
/** Prints the resources of the process when it ends. */
const METER = 'process.on("exit", () => process.stderr.write(`\\n${process.resourceUsage().maxRSS}`));';

const random = randomOf(19).next;
const RUNS = {
  "from traffic": (nth) => resultOf(nth, random),
  "no name twice": (nth) => ({ ...resultOf(nth, random), error: undefined, model: `m${nth}`, host: `h${nth}`, wire: `w${nth}`, verdict: "rejected", findings: [{ rule: `r${nth}`, severity: "reject", evidence: "observed", pointer: `/${nth}` }] }),
};

export function reportCost(pkg) {
  const folder = mkdtempSync(join(tmpdir(), "rethought-bench-"));
  try {
    console.log(`\nrethought report, ${COUNT.toLocaleString("en-US")} results        s (bar 10)   over JSON.parse   memory MB (bar 500)   page kB   of it data`);
    for (const [name, make] of Object.entries(RUNS)) {
      const file = join(folder, "results.ndjson");
      write(file, make);
      const [parse, { seconds, memory }] = [parsed(file), timed(pkg, [file, "--output", join(folder, "report.html")])];
      const html = readFileSync(join(folder, "report.html"), "utf8");
      const data = /id="data">([^]*?)<\/script>/.exec(html)[1].length;
      const kB = (bytes) => (bytes / 1000).toFixed(0);
      console.log(`${`${name}, ${(statSync(file).size / 1e6).toFixed(0)} MB`.padEnd(42)} ${seconds.toFixed(1).padStart(10)} ${`${(seconds / parse).toFixed(2)}×`.padStart(17)} ${memory.toFixed(0).padStart(21)} ${kB(html.length).padStart(9)} ${kB(data).padStart(12)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(file, make) {
  const descriptor = openSync(file, "w");
  let text = "";
  for (let nth = 0; nth < COUNT; nth++) {
    text += `${JSON.stringify(make(nth))}\n`;
    if (text.length > 1 << 20 || nth === COUNT - 1) {
      writeSync(descriptor, text);
      text = "";
    }
  }
  writeSync(descriptor, `${JSON.stringify({ ...endOf([]), results: COUNT })}\n`);
  closeSync(descriptor);
}

/** Returns the seconds that JSON.parse takes for every line. */
function parsed(file) {
  const bytes = readFileSync(file);
  const start = performance.now();
  for (let [from, end] = [0, bytes.indexOf(10)]; end >= 0; from = end + 1, end = bytes.indexOf(10, from)) JSON.parse(bytes.toString("utf8", from, end));
  return (performance.now() - start) / 1000;
}

function timed(pkg, args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(METER)}`, join(pkg, "cli", "index.js"), "report", ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return { seconds: (performance.now() - start) / 1000, memory: Number(stderr.split("\n").at(-1)) / 1000 };
}
