// A shared file contains no home folders, and the dialog lists the remaining texts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { exchange, pairs } from "./sessions.mjs";

const browser = await startBrowser();
test.after(() => browser.close());

test("home folders are removed from what is shared, signatures keep their bytes, and the dialog says that names stay", async () => {
  // A signature may look like a path.
  const signature = `EqQB/home/abc/${Buffer.from("signature ".repeat(6)).toString("base64")}`;
  const words = String.raw`Read /Users/soph/code/app.ts and "/home/soph/.npmrc" and C:\Users\soph\notes.txt for Jane Doe`;
  const answer = [{ type: "thinking", thinking: "It is in /Users/soph/code.", signature }, { type: "tool_use", id: "toolu_1", name: "read", input: { path: "/Users/soph/code/app.ts" } }];
  const { page, close } = await browser.open({ data: pairs([exchange([{ role: "user", content: words }], answer)]) });
  await page.waitForSelector(".frame");
  await page.keyboard.press("s");
  await page.waitForSelector(".share-hits");
  const dialog = (await page.locator("dialog[open]").innerText()).replaceAll(/\s+/g, " ");
  assert.match(dialog, /home folders/);
  assert.match(dialog, /× home-folder/);
  assert.match(dialog, /Names of people and other private texts stay in it\. Read what you share\./);
  assert.ok(!/personal data/.test(dialog));
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save transcript" }).click()]);
  const saved = readFileSync(await download.path(), "utf8");
  assert.ok(!saved.includes("soph"), saved);
  assert.ok(saved.includes("Jane Doe"));
  assert.ok(saved.includes(signature), "the signature changed");
  await close();
});
