// Runs the files of a suite with node:test, each in a separate process, and prints a line for each test. The last line is `N passed, N failed, N
// skipped`, which scripts/steps/counts.mjs reads.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";

/** Slower tests are listed at the end, up to a maximum number. */
const SLOW_SECONDS = 0.7;
const SLOWEST = 40;
/** The number of lines of a failure's difference and stack to show. */
const SHOWN_LINES = 60;
const SHOWN_COLUMNS = 400;
/** Node 20 reports a test that was not selected as skipped. */
const NOT_ASKED_FOR = "test name does not match pattern";

/** Returns the test files of a folder, which is given as an address. */
export function testFiles(folder, isWanted = () => true) {
  const path = fileURLToPath(folder);
  const names = readdirSync(path).filter((name) => name.endsWith(".test.mjs") && isWanted(basename(name, ".test.mjs")));
  return names.sort().map((name) => join(path, name));
}

/**
 * Runs test files and closes the suite. `only` is a part of the names of the tests to run, or `!` and a part of the names of those to leave out.
 * Files run one after the other, or `atOnce` at a time; `true` is one less than the number of processors. `endsOpen` ends a file whose tests are done
 * although connections are open.
 */
export async function runSuite(files, { only = "", atOnce = 1, endsOpen = false } = {}) {
  const results = new Results();
  const patterns = only ? [patternOf(only)] : undefined;
  for await (const { type, data } of run({ files, concurrency: atOnce, forceExit: endsOpen, testNamePatterns: patterns })) results.take(type, data);
  closeSuite(results.end());
}

/** Prints the closing line. A suite fails with a failed test, or if nothing ran without a reason. */
export function closeSuite({ passed, failed, skipped = 0 }) {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed || !(passed + skipped) ? 1 : 0;
}

function patternOf(only) {
  const part = only.replace(/^!/, "").replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  // Node 20 runs a test whose parent matches, and the parent of all is named <root>.
  return new RegExp(only.startsWith("!") ? `^(?!<root>$)(?!.*${part})` : `^(?!<root>$).*${part}`);
}

/** Collects the events of node:test as lines and counts. */
class Results {
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #times = [];
  /** The line of the last passed test: its notes follow it. */
  #line = "";

  take(type, data) {
    if (type === "test:diagnostic" && data.file) this.#note(data.message);
    if (type === "test:stdout" || type === "test:stderr") this.#print(data.message);
    if (type === "test:pass") this.#pass(data);
    if (type === "test:fail") this.#fail(data);
  }

  end() {
    this.#flush();
    const slow = this.#times.filter(({ seconds }) => seconds > SLOW_SECONDS).sort((one, other) => other.seconds - one.seconds);
    for (const { name, seconds } of slow.slice(0, SLOWEST)) console.log(`slow: ${seconds.toFixed(1)} s ${name}`);
    return this.#counts;
  }

  #pass({ name, file, nesting, skip, todo, details }) {
    this.#flush();
    // A file without a selected test passes under its own name.
    if (skip === NOT_ASKED_FOR || name === file || details.type === "suite") return;
    const reason = skip ?? todo;
    if (reason !== undefined) {
      this.#counts.skipped++;
      this.#line = `SKIPPED ${name.replaceAll(": ", " - ")}: ${typeof reason === "string" && reason.trim() ? reason : "no reason is given"}`;
    } else {
      this.#counts.passed++;
      this.#times.push({ name, seconds: details.duration_ms / 1000 });
      this.#line = `ok   ${"  ".repeat(nesting)}${name}`;
    }
  }

  #fail({ name, details }) {
    this.#flush();
    // A group fails with its tests, which are counted, or by one of its hooks.
    if (details.type === "suite" && details.error.failureType === "subtestsFailed") return;
    this.#counts.failed++;
    const cause = details.error.cause ?? details.error;
    const text = String(cause.stack ?? cause.message ?? cause);
    console.log(`FAIL ${name}: ${String(cause.message ?? cause).split("\n")[0].slice(0, SHOWN_COLUMNS)}`);
    const lines = text.split("\n").filter((line) => !/^\s+at .*node:/.test(line)).map((line) => line.slice(0, SHOWN_COLUMNS));
    console.log(lines.slice(0, SHOWN_LINES).join("\n").replace(/^/gm, "     | "));
  }

  #note(message) {
    if (this.#line) this.#line += `: ${message}`;
    else console.log(`     ${message}`);
  }

  #print(text) {
    this.#flush();
    process.stdout.write(text);
  }

  #flush() {
    if (this.#line) console.log(this.#line);
    this.#line = "";
  }
}
