// The page, in a real browser: from the choice of a file of 50 MB to the first finding, relative to JSON.parse of all its lines in the same page.
import { ensureChromium } from "../chromium.mjs";
import { ensurePackages } from "../npm.mjs";
import { tests } from "../paths.mjs";

export async function inspector() {
  await ensurePackages(tests);
  await ensureChromium();
  const { startBrowser } = await import("../../tests/services/browser-inspector/browser.mjs");
  const { LONG, longFile, timed, TURNS } = await import("../../tests/services/browser-inspector/long-transcript.mjs");
  const browser = await startBrowser();
  try {
    console.log("\nthe page, over JSON.parse of all lines          parse    first finding (bar 3×)    all of it");
    for (const format of Object.keys(LONG)) {
      const { file, size } = longFile(format);
      const rounds = [];
      for (let round = 0; round < 3; round++) {
        const { page, close } = await browser.open();
        rounds.push(await timed(page, file));
        await close();
      }
      const least = (ratio) => `${Math.min(...rounds.map(ratio)).toFixed(2)}×`.padStart(12);
      const parse = Math.min(...rounds.map(({ parse }) => parse));
      console.log(`${`${format}, ${TURNS} turns, ${(size / 1e6).toFixed(0)} MB`.padEnd(40)} ${parse.toFixed(0).padStart(8)} ms ${least(({ finding, parse }) => finding / parse)} ${least(({ whole, parse }) => whole / parse).padStart(24)}`);
    }
  } finally {
    await browser.close();
  }
}
