// npm run fuzz [target] [-- seconds]: fuzzes scan, edit, thought, codec, audit, ledger and transcript, each for this many seconds (default 60). Needs
// a nightly toolchain.
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answers, report, run, Stop } from "./command.mjs";
import { data, tests } from "./paths.mjs";
import { ensureFuzz, withTools } from "./tools.mjs";

const TARGETS = ["scan", "edit", "thought", "codec", "audit", "ledger", "transcript"];

async function main(words) {
  const seconds = words.find((word) => /^\d+$/.test(word)) ?? "60";
  const chosen = TARGETS.filter((target) => words.includes(target));
  if (!(await answers("cargo", ["+nightly", "--version"]))) throw new Stop("Fuzzing needs a nightly toolchain.", { todo: "Run rustup toolchain install nightly." });
  const env = withTools(await ensureFuzz());
  for (const target of chosen.length ? chosen : TARGETS) {
    seed(target);
    console.log(`… ${target} for ${seconds} s`);
    const limits = [`-max_total_time=${seconds}`, "-timeout=5", "-rss_limit_mb=2048", "-print_final_stats=1"];
    const text = await run("cargo", ["+nightly", "fuzz", "run", "--fuzz-dir", join(tests, "fuzz"), target, "--", ...limits], {
      log: `fuzz-${target}`, env, todo: "The input that failed is under tests/fuzz/artifacts: make it a case before you mend it.",
    });
    console.log(`✓ ${target}: ${/number_of_executed_units: (\d+)/.exec(text)?.[1] ?? "?"} executions, no crash`);
  }
}

/** Starts from our own texts. The findings stay on this machine. */
function seed(target) {
  const [from, to] = [join(data, "json", "kept"), join(tests, "fuzz", "corpus", target)];
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) cpSync(join(from, name), join(to, name));
  // Two bytes precede the text: the wire, and how it is cut. A space and an `a` are enough.
  if (target === "audit") for (const [name, bytes] of requests()) writeFileSync(join(to, name), Buffer.concat([Buffer.from("\0\0\0"), bytes]));
  // The recorded part is before a zero byte.
  if (target === "ledger") for (const [name, bytes] of ledgers()) writeFileSync(join(to, name), bytes);
  // One byte precedes the text: how it is cut.
  if (target === "transcript") for (const [name, bytes] of transcripts()) writeFileSync(join(to, name), Buffer.concat([Buffer.from("a"), bytes]));
  if (target === "codec") for (const [name, bytes] of cases()) writeFileSync(join(to, name), Buffer.concat([Buffer.from(" a"), bytes]));
}

/** Returns the requests of every case of the rules. */
function requests() {
  const folder = join(data, "rules");
  const files = readdirSync(folder, { recursive: true }).filter((path) => /(bad|good)-[^.]*\.json$/.test(path));
  return files.map((path) => [path.replace(/[\\/]/g, "-"), Buffer.from(JSON.stringify(JSON.parse(readFileSync(join(folder, path), "utf8")).request))]);
}

/** Returns the ledgers of the tests, unchanged and with an exchange to record in them. */
function ledgers() {
  const folder = join(data, "ledger");
  return readdirSync(folder).flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    const lines = bytes.toString().trimEnd().split("\n");
    const document = `${lines[0].slice(0, -1)},"responses":[\n${lines.slice(1).join(",\n")}\n]}`;
    const exchange = '{"messages":[{"role":"user","content":"Hello"}]}\0{"id":"msg_1","content":[{"type":"thinking","thinking":"A greeting.","signature":"Eq=="}]}\0';
    return [[name, Buffer.concat([Buffer.from("\0\0"), bytes])], [`${name}.json`, Buffer.from(exchange + document)]];
  });
}

/** Returns the files of every format, and the cases of YAML. */
function transcripts() {
  const files = ["transcripts", "yaml"].flatMap((name) => readdirSync(join(data, name), { recursive: true }).map((path) => join(name, path)));
  const wanted = files.filter((path) => /\.(har|json|jsonl|ndjson|ya?ml|sse|txt)$/.test(path) && statSync(join(data, path)).size < 20_000);
  return wanted.map((path) => [path.replace(/[\\/]/g, "-"), readFileSync(join(data, path))]);
}

/** Returns the inputs of every case of the codecs. */
function cases() {
  const folder = join(data, "codecs");
  const files = readdirSync(folder, { recursive: true }).filter((path) => /(^|[\\/])(in\.\w+|request\.json)$/.test(path));
  return files.map((path) => [path.replace(/[\\/]/g, "-"), readFileSync(join(folder, path))]);
}

await main(process.argv.slice(2)).catch(report);
