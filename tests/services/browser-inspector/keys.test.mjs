// The keyboard shortcuts: each works as the help dialog describes, and none works while somebody types.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../../scripts/paths.mjs";
import { startBrowser } from "./browser.mjs";

const example = (id) => ({ name: `${id}.ndjson`, text: readFileSync(join(root, "www", "examples", `${id}.ndjson`), "utf8") });

test("the keys", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  const DONE = '.wire-text[data-done="true"] .wire-line';
  const size = (page) => page.textContent(".wire-size");
  const changes = async (page, act, read = size) => {
    const before = await read(page);
    await act();
    for (let turn = 0; turn < 100; turn++) {
      const now = await read(page);
      if (now !== before) return now;
      await page.waitForTimeout(30);
    }
    assert.fail(`nothing changed: ${before}`);
  };
  async function opened(id, more = {}) {
    const opened = await browser.open({ data: example(id), hash: "#exchange=1", ...more });
    await opened.page.waitForSelector(".panel", { state: "attached" });
    return opened;
  }
  const tab = (page) => page.textContent('[role=tab][aria-selected="true"]');

  /** A check for each shortcut, by its description in the help dialog. */
  const CHECKS = {
    "Next exchange": async (page, key) => (await page.keyboard.press("2"), await page.waitForSelector(DONE), await changes(page, () => page.keyboard.press(key))),
    "Previous exchange": async (page, key) => {
      await page.keyboard.press("2");
      await page.waitForSelector(DONE);
      const first = await size(page);
      await changes(page, () => page.keyboard.press("j"));
      assert.equal(await changes(page, () => page.keyboard.press(key)), first);
    },
    "Next finding": async (page, key) => (await page.keyboard.press("2"), await page.keyboard.press(key), await page.waitForSelector(".wire-row .focused")),
    "Previous finding": async (page, key) => {
      await page.keyboard.press("2");
      for (let step = 0; step < 9; step++) await page.keyboard.press("j");
      await page.keyboard.press(key);
      await page.waitForSelector(".wire-row .focused");
    },
    "Focus the details": async (page, key) => (await page.keyboard.press(key), await page.waitForFunction(() => document.activeElement.id === "panel-body")),
    Wire: async (page, key) => (await page.keyboard.press(key), assert.equal(await tab(page), "Wire"), await page.waitForSelector(DONE)),
    "Switch between conversation and details on a narrow page": async (page, key) => {
      await page.setViewportSize({ width: 400, height: 700 });
      const shows = (page) => page.getAttribute(".frame", "data-shows");
      const first = await shows(page);
      await changes(page, () => page.keyboard.press(key), shows);
      assert.equal(await changes(page, () => page.keyboard.press(key), shows), first);
    },
    "Find in the raw text": async (page, key) => (await page.keyboard.press(key), await page.waitForFunction(() => document.activeElement.type === "search"), assert.equal(await tab(page), "Wire")),
    "Go to a JSON pointer or a byte": async (page, key) => (await page.keyboard.press(key), await page.waitForFunction(() => document.activeElement.closest("form.wire-tool"))),
    "Apply the fix of this finding": async (page, key) => (await page.keyboard.press("2"), await page.keyboard.press("]"), await page.waitForSelector(".wire-row .focused"), await changes(page, () => page.keyboard.press(key))),
    "Apply all safe fixes": async (page, key) => {
      await page.keyboard.press("2");
      await page.keyboard.press("]");
      await page.waitForSelector(".wire-row .focused");
      await page.keyboard.press(key);
      await page.waitForSelector('.wire-choice button:text-is("Repaired")');
    },
    "Undo all fixes": async (page, key) => {
      await page.keyboard.press("2");
      await page.keyboard.press("]");
      await page.waitForSelector(".wire-row .focused");
      const first = await size(page);
      await changes(page, () => page.keyboard.press("a"));
      assert.equal(await changes(page, () => page.keyboard.press(key)), first);
    },
    "Open another transcript": async (page, key) => (await page.keyboard.press(key), await page.waitForSelector(".frame", { state: "detached" })),
    Examples: async (page, key) => (await page.keyboard.press(key), await page.waitForSelector(".frame", { state: "detached" })),
    Share: async (page, key) => {
      const children = (page) => page.$$eval(".app > *", (all) => all.length);
      await changes(page, () => page.keyboard.press(key), children);
    },
    "Theme: light, dark or system": async (page, key) => {
      const theme = (page) => page.getAttribute("html", "data-theme");
      const seen = new Set();
      for (let step = 0; step < 3; step++) seen.add((await changes(page, () => page.keyboard.press(key), theme)) ?? "system");
      assert.deepEqual([...seen].sort(), ["dark", "light", "system"]);
    },
    "Show or hide this help": async (page, key) => (await page.keyboard.press(key), await page.waitForSelector("dialog.help[open]"), await page.keyboard.press(key), await page.waitForSelector("dialog.help", { state: "detached" })),
    Close: async (page, key) => {
      await page.keyboard.press("2");
      await page.keyboard.press("]");
      await page.waitForSelector(".wire-row .focused");
      await page.keyboard.press("/");
      await page.waitForSelector(".wire-tool");
      await page.keyboard.press(key);
      await page.waitForSelector(".wire-tool", { state: "detached" });
      await page.keyboard.press(key);
      await page.waitForSelector(".wire-row .focused", { state: "detached" });
    },
  };
  const NAMED = { "↓": "ArrowDown", "↑": "ArrowUp", Esc: "Escape" };

  await t.test("each does what the sheet says", async () => {
    const { page, close } = await opened("altered-signature");
    // A pane has the key of its place among the tabs. Another pane is shown first, so that the key has something to do.
    const tabs = await page.$$eval("[role=tab]", (all) => all.map(({ textContent }) => textContent));
    assert.ok(tabs.length >= 3, `${tabs}`);
    const others = tabs.map((_, nth) => String(((nth + 1) % tabs.length) + 1));
    const showsTab = (name, other) => async (page, key) => (await page.keyboard.press(other), assert.notEqual(await tab(page), name), await page.keyboard.press(key), assert.equal(await tab(page), name));
    const checks = { ...Object.fromEntries(tabs.map((name, nth) => [name, showsTab(name, others[nth])])), ...CHECKS };
    await page.keyboard.press("?");
    const listed = await page.$$eval(".help dl > div", (rows) => rows.map((row) => [row.querySelector("dd").textContent, [...row.querySelectorAll("kbd")].map(({ textContent }) => textContent)]));
    await close();
    assert.deepEqual(listed.map(([description]) => description).sort(), Object.keys(checks).sort());
    for (const [description, keys] of listed)
      for (const key of keys) {
        const { page, faults, close } = await opened("altered-signature");
        await checks[description](page, NAMED[key] ?? key).catch((error) => assert.fail(`${key}: ${description}: ${error.message}`));
        assert.deepEqual(await faults(), [], `${key}: ${description}`);
        await close();
      }
  });

  await t.test("none acts in a field, with a modifier, or behind the sheet", async () => {
    const { page, close } = await opened("altered-signature");
    await page.keyboard.press("/");
    await page.keyboard.type("jk3o?st");
    assert.equal(await page.inputValue(".wire-tool input[type=search]"), "jk3o?st");
    assert.equal(await tab(page), "Wire");
    await page.keyboard.press("Escape");
    for (const chord of ["Control+3", "Alt+3", "Meta+3"]) await page.keyboard.press(chord);
    assert.equal(await tab(page), "Wire");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.help[open]");
    await page.keyboard.press("3");
    assert.equal(await tab(page), "Wire");
    await close();
  });

  await t.test("the sheet is modal, closes by Escape, and gives the focus back", async () => {
    const { page, close } = await opened("altered-signature");
    await page.focus("#tab-audit");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog.help:modal");
    assert.ok(await page.evaluate(() => !!document.activeElement.closest("dialog")));
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.help", { state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), "tab-audit");
    await close();
  });

  await t.test("arrows scroll the text that has the focus, and letters can be turned off", async () => {
    const { page, close } = await opened("altered-signature", { height: 400 });
    await page.keyboard.press("2");
    await page.waitForSelector(DONE);
    const before = await size(page);
    await page.focus(".wire-text");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.querySelector(".wire-text").scrollTop > 0);
    assert.equal(await size(page), before);
    await page.keyboard.press("?");
    await page.uncheck(".help .dialog-head input");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.help", { state: "detached" });
    await page.keyboard.press("3");
    assert.equal(await tab(page), "Wire");
    await close();
  });
});
