// Recorded sessions of every host, if they are available: each file opens by the picker, still packed, with one exchange per line.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { shared } from "../../../scripts/paths.mjs";
import { startBrowser } from "./browser.mjs";
import { settled } from "./opening.mjs";

const folder = join(shared, "corpus");
/** npm run prove opens every file, npm test the small ones. */
const LARGEST = process.env.RETHOUGHT_LONG ? Infinity : 200_000;

test("every recorded session opens", { skip: !existsSync(folder) && "../shared/corpus is not here" }, async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  const { page, faults, close } = await browser.open();
  const files = readdirSync(folder).filter((name) => name.endsWith(".ndjson.gz") && statSync(join(folder, name)).size <= LARGEST);
  assert.ok(files.length > 0);
  for (const name of files)
    await t.test(name, async () => {
      const count = gunzipSync(readFileSync(join(folder, name))).toString().split("\n").filter(Boolean).length;
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click('.drop-buttons .primary, .head-buttons [aria-label^="Open"]')]);
      await page.evaluate(() => delete document.documentElement.dataset.session);
      await chooser.setFiles(join(folder, name));
      assert.deepEqual(await settled(page), { session: "whole", trouble: "", notice: "", name });
      assert.equal(await page.getAttribute(".timeline-control", "aria-valuemax"), String(count));
      assert.equal(await page.locator('.head-summary .chip:has-text("skipped")').count(), 0);
      await page.waitForSelector('.exchange[aria-busy="false"]');
      assert.deepEqual(await faults(), []);
    });
  await close();
});
