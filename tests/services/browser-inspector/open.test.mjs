// Every way to open a transcript, and every problem of one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateRawSync, gzipSync } from "node:zlib";
import { withData } from "../../../scripts/www.mjs";
import { startBrowser } from "./browser.mjs";
import { settled } from "./opening.mjs";

const text = readFileSync(new URL("../../../www/examples/altered-signature.ndjson", import.meta.url), "utf8");
const packed = (text) => deflateRawSync(text).toString("base64url");

test("a transcript gets in", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  /** Runs a test on a fresh page, and checks that there is no other error. */
  const on = (what, options, check) =>
    t.test(what, async () => {
      const opened = await browser.open(options);
      await check(opened.page);
      assert.deepEqual(await opened.faults(), []);
      assert.deepEqual(browser.hits, []);
      await opened.close();
    });
  const isWhole = async (page, name, exchanges = 3) => {
    assert.deepEqual(await settled(page), { session: "whole", trouble: "", notice: "", name });
    assert.match(await page.innerText(".head-counts"), new RegExp(`^${exchanges} exchange`));
  };

  await on("by dropping a file", {}, async (page) => {
    await drop(page, [{ name: "a.ndjson", text }]);
    await isWhole(page, "a.ndjson");
    assert.equal(await page.innerText('[data-verdict="rejected"]'), "1 will be refused");
  });
  await on("by dropping several files, which are a list", {}, async (page) => {
    await drop(page, [{ name: "a.ndjson", text }, { name: "b.har", text: "{}" }]);
    await page.waitForFunction(() => document.querySelectorAll(".library-row").length === 2);
    await page.locator(".library-row", { hasText: "a.ndjson" }).locator(".library-open").click();
    await isWhole(page, "a.ndjson");
  });
  await on("by dropping text, onto a session that is open too", {}, async (page) => {
    await drop(page, [{ name: "a.ndjson", text }]);
    await settled(page);
    await drop(page, [], text.split("\n")[0]);
    await page.waitForSelector("text=Dropped text");
    await isWhole(page, "Dropped text", 1);
  });
  await on("and is shown where it will fall", {}, async (page) => {
    await page.dispatchEvent("body", "dragover", {});
    assert.equal(await page.innerText(".head-dropping"), "Drop to open");
    await page.dispatchEvent("body", "dragleave", {});
    await page.waitForSelector(".head-dropping", { state: "detached" });
  });
  await on("by pasting text with the keys", {}, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.keyboard.press("Control+V");
    await isWhole(page, "Pasted text");
  });
  await on("by pasting text with the button", {}, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.click(".drop-buttons button:nth-child(2)");
    await isWhole(page, "Pasted text");
  });
  await on("by pasting a file", {}, async (page) => {
    await paste(page, "body", [{ name: "p.json", text }]);
    await isWhole(page, "p.json");
  });
  await on("but not while one types in a field", {}, async (page) => {
    await page.evaluate(() => document.querySelector(".opener").append(document.createElement("textarea")));
    await paste(page, "textarea", [{ name: "p.json", text }]);
    assert.equal(await page.getAttribute("html", "data-session"), null);
  });
  await on("by the file picker, by keyboard", {}, async (page) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.press(".drop-buttons .primary", "Enter")]);
    await chooser.setFiles({ name: "picked.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await isWhole(page, "picked.json");
  });
  await on("packed with gzip", {}, async (page) => {
    await page.evaluate(([name, bytes]) => globalThis.dispatchEvent(new MessageEvent("message", { data: { type: "rethought:open", name, bytes: new Uint8Array(bytes) } })), ["a.gz", [...gzipSync(text)]]);
    await isWhole(page, "a.gz");
  });
  for (const from of ["http", "file"]) {
    await on(`by a link that has it inside, at ${from}`, { from, hash: `#data=${packed(text)}&name=From%20a%20link` }, (page) => isWhole(page, "From a link"));
    await on(`by a block of the page, at ${from}`, { from, data: { name: "inside.json", text } }, (page) => isWhole(page, "inside.json"));
  }
});

test("another window hands a transcript over", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  browser.answer("/page", (_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(browser.html));
  browser.answer("/opener", (_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end('<!doctype html><link rel="icon" href="data:,"><title>opener</title>'));
  const foreign = browser.origin.replace("127.0.0.1", "localhost");
  for (const how of ["window", "frame"])
    for (const kind of ["text", "bytes", "blob"])
      await t.test(`that has it as a ${how}, as ${kind}, when the page says that it is ready; and hears nothing else`, async () => {
        const opened = await browser.open({ address: `${foreign}/opener`, wait: "load" });
        const popup = how === "window" ? opened.page.context().waitForEvent("page") : undefined;
        const heard = opened.page.evaluate(
          ([address, how, kind, text]) =>
            new Promise((resolve) => {
              const heard = [];
              addEventListener("message", ({ data, source }) => {
                heard.push(data);
                if (data.type !== "rethought:ready") return;
                source.postMessage({ type: "rethought:other", text }, "*");
                source.postMessage("rethought:open", "*");
                source.postMessage({ type: "rethought:open", name: "bad", text: 5 }, "*");
                const content = { text, bytes: new TextEncoder().encode(text), blob: new Blob([text]) }[kind];
                source.postMessage({ type: "rethought:open", name: "sent.json", [kind]: content }, "*");
                setTimeout(resolve, 1500, heard);
              });
              if (how === "window") open(address);
              else document.body.append(Object.assign(document.createElement("iframe"), { src: address, width: 1200, height: 800 }));
            }),
          [`${browser.origin}/page`, how, kind, text],
        );
        const page = popup ? await popup : await opened.page.waitForSelector("iframe").then((frame) => frame.contentFrame());
        await page.waitForSelector(".head-file");
        assert.deepEqual(await settled(page), { session: "whole", trouble: "", notice: "", name: "sent.json" });
        assert.match(await page.innerText(".head-file"), new RegExp(`from ${foreign}`));
        assert.deepEqual(await heard, [{ type: "rethought:ready" }]);
        await opened.close();
      });
});

test("what cannot be opened gets a sentence", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  const says = (what, options, given, sentence, session = "none") =>
    t.test(what, async () => {
      const { page, faults, close } = await browser.open(options);
      if (given) await drop(page, [given]);
      if (session) assert.equal((await settled(page)).session, session);
      await page.waitForSelector(".head-message");
      assert.match(await page.innerText('.head [role="alert"]'), sentence);
      assert.ok(await page.isVisible(session === "whole" ? ".frame" : ".opener"));
      assert.deepEqual(await faults(), []);
      await page.click('.head-message button[aria-label="Close"]');
      await page.waitForSelector(".head-message", { state: "detached" });
      await close();
    });
  await says("an image", {}, { name: "a.png", bytes: [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] }, /^a\.png has an unknown format\. Supported: HAR/);
  await says("a text of any kind", {}, { name: "notes.md", text: "# Notes\n\nNothing to see.\n" }, /^notes\.md has an unknown format/);
  await says("an object of any kind", {}, { name: "package.json", text: '{"name":"x","version":"1.0.0"}' }, /^package\.json /);
  await says("a file with nothing in it", {}, { name: "none.json", text: "" }, /^none\.json is empty\.$/);
  await says("a file of a format that is not read", {}, { name: "chat.md", text: "# aider chat started at 2026-11-16 09:00:00\n\n#### Hello\n" }, /^chat\.md could not be read: this looks like a chat history of aider, which has only the text of messages\. Record the requests with rethought proxy\.$/);
  await says("a file of which no line can be read", {}, { name: "bad.ndjson", text: '{"request":"{}","response":}\n{"request":nope}\n' }, /^bad\.ndjson could not be read: line 1: /);
  await says("gzip that is cut off before anything is known", {}, { name: "cut.gz", bytes: [...gzipSync(text).subarray(0, 40)] }, /^cut\.gz could not be opened: /);
  await says("a name that would be an element", {}, { name: "<img src=x onerror=alert(1)>.png", text: "x" }, /^<img src=x onerror=alert\(1\)>\.png has an unknown format/);
  await says("a link to an example that there is not", { hash: "#example=none" }, undefined, /^Unknown example none\.$/, null);
  for (const [what, data] of [["is no base64", "%%%"], ["is nothing packed", "AAAA"], ["is cut off", packed(text).slice(0, 300)]])
    await says(`a link whose data ${what}`, { hash: `#data=${data}` }, undefined, /data in the link cannot be read/, null);
  for (const [what, inside] of [["is cut off", '{"name":"x","te'], ["is another value", "[1,2]"], ["has no text", '{"name":"x","text":7}']])
    await says(`a block of the page that ${what}`, { html: withBlock(browser.html, inside) }, undefined, /The transcript in this page cannot be read/, null);
  await says("a block of the page with something else in it", { html: withData(browser.html, { name: "x.txt", text: "hello" }) }, undefined, /^x\.txt has an unknown format/);

  await t.test("and what was open stays open", async () => {
    const { page, close } = await browser.open();
    await drop(page, [{ name: "good.ndjson", text }]);
    await page.waitForSelector(".head-file");
    await settled(page);
    await drop(page, [{ name: "bad.txt", text: "nothing" }]);
    await page.waitForSelector(".head-message");
    assert.equal(await page.innerText(".head-file strong"), "good.ndjson");
    await close();
  });

  await t.test("broken lines are named and skipped, and the rest is shown", async () => {
    const { page, faults, close } = await browser.open();
    const lines = text.trim().split("\n");
    const broken = [lines[0], '{"request": nope}', lines[1], "", '{"only":"this"}', lines[2], '{"request":"{'].join("\n");
    await drop(page, [{ name: "b.ndjson", text: broken }]);
    assert.equal((await settled(page)).session, "whole");
    assert.match(await page.innerText(".head-counts"), /^3 exchanges/);
    await page.click("text=3 lines skipped");
    const rows = await page.$$eval("dialog tbody tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(rows.map(([line]) => line), ["2", "5", "7"]);
    const start = Buffer.byteLength(lines[0]) + 1;
    assert.equal(Number(rows[0][1].replaceAll(",", "")), start + '{"request": '.length);
    for (const [, , reason] of rows) assert.ok(reason.length > 5, reason);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    assert.deepEqual(await faults(), []);
    await close();
  });

  await t.test("gzip that is cut off later shows what came before", async () => {
    const { page, close } = await browser.open();
    const whole = gzipSync(Array(400).fill(text).join(""), { level: 0 });
    await drop(page, [{ name: "cut.gz", base64: whole.subarray(0, whole.length >> 1).toString("base64") }]);
    const { session, notice } = await settled(page);
    assert.equal(session, "partial");
    assert.match(notice, /^Only \d+ % of cut\.gz was read: /);
    await close();
  });
});

test("a large file shows how far it is, and can be stopped", async (t) => {
  const browser = await startBrowser();
  t.after(() => browser.close());
  const { page, faults, close } = await browser.open();
  const openLarge = (count) =>
    page.evaluate(([line, count]) => {
      globalThis.seen = [];
      const look = () => {
        const bar = document.querySelector(".head-progress progress");
        if (bar) globalThis.seen.push(bar.value);
        requestAnimationFrame(look);
      };
      look();
      const lines = Array.from({ length: count }, (_, nth) => line.replace("{", `{"session":"s${nth >> 3}",`));
      postMessage({ type: "rethought:open", name: "large.ndjson", blob: new Blob(lines) }, "*");
    }, [text, count]);

  await t.test("the bar grows while exchanges are shown already, and goes in the end", async () => {
    await openLarge(600);
    await page.waitForSelector(".head-progress");
    assert.match(await page.innerText(".head-progress"), /Reading large\.ndjson/);
    assert.equal((await settled(page)).session, "whole");
    const seen = await page.evaluate(() => globalThis.seen);
    assert.deepEqual(seen, [...seen].sort((one, other) => one - other));
    assert.ok(new Set(seen).size > 3, String(seen));
    assert.match(await page.innerText(".head-counts"), /^1,800 exchanges/);
    assert.equal(await page.$(".head-progress"), null);
  });
  await t.test("stopped, it keeps what was read and says how much that is", async () => {
    await openLarge(2500);
    await page.waitForFunction(() => document.querySelector(".head-progress progress")?.value > 1);
    await page.click(".head-progress button");
    const { session, notice } = await settled(page);
    assert.equal(session, "partial");
    assert.match(notice, /^Stopped: \d+ % of large\.ndjson was read\.$/);
    assert.ok(Number.parseInt((await page.innerText(".head-counts")).replace(",", ""), 10) < 7500);
  });
  await t.test("and the name leads back to the start page", async () => {
    await openLarge(2500);
    await page.waitForSelector(".head-progress");
    await page.click("button.head-name");
    await page.waitForSelector(".opener");
    await page.waitForTimeout(400);
    assert.equal(await page.$(".head-file"), null);
    assert.equal(await page.evaluate(() => location.hash), "");
  });
  assert.deepEqual(await faults(), []);
  await close();
});

/** Drops files, or a text, on the page. */
async function drop(page, files, droppedText) {
  await page.evaluate(transferEvent, ["body", "drop", files, droppedText]);
}

async function paste(page, selector, files) {
  await page.evaluate(transferEvent, [selector, "paste", files, undefined]);
}

function transferEvent([selector, type, files, droppedText]) {
  const transfer = new DataTransfer();
  for (const { name, text, bytes, base64 } of files) {
    const content = bytes ? new Uint8Array(bytes) : base64 ? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) : text;
    transfer.items.add(new File([content], name));
  }
  if (droppedText) transfer.setData("text/plain", droppedText);
  const event = type === "drop" ? new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }) : new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true });
  document.querySelector(selector).dispatchEvent(event);
}

/** Returns the page with any text in its data element. */
const withBlock = (html, inside) => html.replace(/(<script type="application\/json" id="data">)(<\/script>)/, (_, open, end) => open + inside + end);
