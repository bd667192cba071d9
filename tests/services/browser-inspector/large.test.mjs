// 50 MB and 5,000 turns: they open, findings are shown before the end, and scrolling never stalls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { LONG, longFile, timed, TURNS } from "./long-transcript.mjs";
import { traced } from "./task-times.mjs";
import { allowed } from "./allowed-time.mjs";

const browser = await startBrowser();
test.after(() => browser.close());

for (const format of Object.keys(LONG))
  test(`a long transcript as ${format}`, async (t) => {
    const { file, size } = longFile(format);
    assert.ok(size > 48e6 && size < 60e6, `${size} bytes`);
    const { page, faults, close } = await browser.open();
    const { finding, whole, parse } = await timed(page, file);
    // This is a figure, not a limit: it includes other load of the machine. `npm run bench -- inspector` measures the least of several.
    t.diagnostic(`${format}: JSON.parse of all lines ${parse.toFixed(0)} ms; first finding after ${(finding / parse).toFixed(2)}×, all of it after ${(whole / parse).toFixed(2)}×`);

    await t.test("opens, with its findings", async () => {
      assert.match(await page.innerText(".head-counts"), /^5,00[01] exchanges/);
      // The exchanges are read before they are audited.
      await page.waitForSelector('.head [data-tone="reject"], .head [data-tone="degrade"]');
      await page.waitForSelector(".finding");
    });
    for (const [what, key, act] of [["conversation", "1", talk], ["timeline", "1", timeline], ["wire view", "2", wire]])
      await t.test(`whoever goes through the ${what} is not held up`, async (t) => {
        await page.keyboard.press(key);
        await page.waitForTimeout(1500);
        const { most, tasks } = await traced(page, act);
        t.diagnostic(`${format}, ${what}: the longest of ${tasks.length} tasks takes ${Math.max(...tasks).toFixed(1)} ms`);
        assert.ok(tasks.length > 50 && most > 0, `${tasks.length} tasks, ${most}`);
        assert.ok(Math.max(...tasks) <= allowed(50), `${Math.max(...tasks)} ms`);
      });
    assert.deepEqual(await faults(), []);
    await close();
  });

test(`all ${TURNS} turns are made the same each time`, () => {
  for (const make of Object.values(LONG)) assert.equal([...make()].join("").length, [...make()].join("").length);
});

/** Scrolls slowly, in leaps, and back. */
async function talk() {
  const box = document.querySelector(".virtual-list");
  const step = (by) => new Promise((resolve) => requestAnimationFrame(() => ((box.scrollTop += by), setTimeout(resolve, 16))));
  box.scrollTop = 0;
  for (let nth = 0; nth < 40; nth++) await step(180);
  for (let nth = 0; nth < 20; nth++) await step(60_000);
  for (let nth = 0; nth < 20; nth++) await step(-150);
  return box.scrollTop;
}

/** Moves the pointer over the timeline, and uses its keys. */
async function timeline() {
  const control = document.querySelector(".timeline-control");
  const { left, top, width } = control.getBoundingClientRect();
  const wait = () => new Promise((resolve) => setTimeout(resolve, 30));
  for (let nth = 0; nth < 60; nth++) {
    control.dispatchEvent(new PointerEvent("pointermove", { clientX: left + (width * nth) / 60, clientY: top + 10, bubbles: true }));
    await wait();
  }
  control.dispatchEvent(new PointerEvent("pointerleave"));
  control.focus();
  for (const key of ["Home", "ArrowRight", "ArrowRight", "PageDown", "PageDown", "ArrowLeft"]) {
    control.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    for (let nth = 0; nth < 8; nth++) await wait();
  }
  return Number(control.ariaValueNow);
}

async function wire() {
  const box = document.querySelector(".wire-text");
  const step = (by) => new Promise((resolve) => requestAnimationFrame(() => ((box.scrollTop += by), setTimeout(resolve, 16))));
  box.scrollTop = 0;
  for (let nth = 0; nth < 40; nth++) await step(120);
  for (let nth = 0; nth < 20; nth++) await step(box.scrollHeight / 25);
  return box.scrollTop;
}
