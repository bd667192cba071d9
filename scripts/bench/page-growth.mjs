// The page, in a real browser, on files of twice and four times the exchanges: from the choice of the file until all of it is shown.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "../chromium.mjs";
import { ensurePackages } from "../npm.mjs";
import { target, tests } from "../paths.mjs";

const BAR = 2.3;
const COUNTS = [10_000, 20_000, 40_000];
const ROUNDS = 3;
/** The exchanges of each conversation: every conversation has a separate ledger. */
const SHAPES = { "conversations of 8": 8, "conversations of 1": 1 };

/**
 * Prints the least of several rounds for each size, and the ratio to the previous size. The limit applies to the processor time of the page's
 * process, with all its threads: unlike wall-clock time, it does not include other programs.
 */
export async function pageGrowth() {
  await ensurePackages(tests);
  await ensureChromium();
  const { startBrowser } = await import("../../tests/services/browser-inspector/browser.mjs");
  const browser = await startBrowser();
  const over = [];
  try {
    console.log(`doubling the exchanges of a file         processor     ratio (bar ${BAR}×)     by the clock     ratio`);
    for (const [name, each] of Object.entries(SHAPES)) {
      const least = await leastTimes(browser, each);
      least.forEach(({ processor, clock }, nth) => {
        const before = least[nth - 1];
        const ratio = (time) => (before ? `${(time(least[nth]) / time(before)).toFixed(2)}×` : "");
        if (before && processor / before.processor > BAR) over.push(`${name}, ${COUNTS[nth]}`);
        console.log(`${`${name}, ${COUNTS[nth]} exchanges`.padEnd(38)} ${processor.toFixed(2).padStart(9)} s ${ratio((one) => one.processor).padStart(9)} ${`${clock.toFixed(2)} s`.padStart(28)} ${ratio((one) => one.clock).padStart(9)}`);
      });
    }
  } finally {
    await browser.close();
  }
  console.log(over.length ? `over the bar: ${over.join("; ")}` : "all within the bar");
}

/** Returns the least times of each count. The rounds take turns, so that a machine that is slow for a while is slow for all. */
async function leastTimes(browser, each) {
  const least = COUNTS.map(() => ({ processor: Infinity, clock: Infinity }));
  for (let round = 0; round < ROUNDS; round++)
    for (const [nth, count] of COUNTS.entries()) {
      const { processor, clock } = await open(browser, await fileOf(count, each));
      least[nth] = { processor: Math.min(processor, least[nth].processor), clock: Math.min(clock, least[nth].clock) };
    }
  return least;
}

async function fileOf(count, each) {
  const { long } = await import("../../tests/services/browser-inspector/sessions.mjs");
  mkdirSync(target, { recursive: true });
  const file = join(target, `page-growth-${count}-${each}.ndjson`);
  if (!existsSync(file)) writeFileSync(file, long(count, { each }).text);
  return file;
}

/** Opens the file in a new page, which has a separate process. Returns seconds. */
async function open(browser, file) {
  const { page, close } = await browser.open();
  const devtools = await page.context().browser().newBrowserCDPSession();
  const before = await processorTimes(devtools);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click(".drop-buttons .primary")]);
  const start = performance.now();
  await chooser.setFiles(file);
  await page.waitForSelector('html[data-session="whole"]', { state: "attached", timeout: 600_000 });
  const clock = (performance.now() - start) / 1000;
  const after = await processorTimes(devtools);
  await devtools.detach();
  await close();
  return { clock, processor: Math.max(...[...after].map(([id, time]) => time - (before.get(id) ?? 0))) };
}

/** Returns the processor time of each process that shows a page, in seconds. */
async function processorTimes(devtools) {
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  return new Map(processInfo.filter(({ type }) => type === "renderer").map(({ id, cpuTime }) => [id, cpuTime]));
}
