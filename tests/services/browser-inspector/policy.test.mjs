// Nothing leaves the page and no text becomes code, whatever is tried from inside. The server counts what reaches it: an error in the page alone
// would prove nothing. Each attempt is made on a bare page too, where it must succeed, or it would prove nothing either.
//
// No policy can stop a page from being left for another address (`location = …`, `window.open`, a click on a link, and with it the
// warm-up of a connection, `rel=preconnect`). The page has no such path: it makes no address from the texts that it reads. Nor does
// Chromium know a directive for WebRTC, whose first packets go out by UDP (156 does not recognise `webrtc 'block'`): the script does not use it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { buildPage, page, policyOf } from "../../../scripts/www.mjs";
import { engines, startBrowser } from "./browser.mjs";

const source = readFileSync(new URL("./policy-attempts.js", import.meta.url), "utf8");
/** The names of the attempts, in their order. */
const names = (list) => [...source.split(`globalThis.${list} = {`)[1].split("\n  };")[0].matchAll(/^    "([^"]+)": /gm)].map(([, name]) => name);
const WAYS_OUT = names("waysOut");
const WAYS_TO_RUN = names("waysToRun");
/** Attempts that an engine does not make on a bare page either: Firefox sends no pings by default. */
const UNKNOWN = { chromium: [], firefox: ["a ping of a link"] };
const POLICY = new RegExp(`^default-src 'none'; connect-src 'none'; script-src 'sha256-[\\w+/]{43}=' 'wasm-unsafe-eval'; style-src 'sha256-[\\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'$`);
const BARE = '<!doctype html><link rel="icon" href="data:,"><title>bare</title><body></body>';
const HEADERS = { "content-type": "text/html; charset=utf-8" };

test("the script names no way out that a policy cannot close", async () => {
  await buildPage();
  const html = readFileSync(page, "utf8");
  const script = html.slice(html.indexOf("<script>"), html.indexOf('<script type="application/octet-stream"'));
  assert.doesNotMatch(script, /RTCPeerConnection|WebTransport|window\.open\b|location\.(?:href|assign|replace)\b\s*[=(](?!=)|preconnect|dns-prefetch/);
});

test("all attempts are found in their file", () => assert.ok(WAYS_OUT.length >= 35 && WAYS_TO_RUN.length >= 12));

for (const engine of await engines()) {
  test(`in ${engine}`, async (t) => {
    const browser = await startBrowser({ engine });
    t.after(() => browser.close());
    browser.answer("/bare", (_, response) => response.writeHead(200, HEADERS).end(BARE));
    const asked = (way) => browser.hits.filter((hit) => hit.endsWith(`/${way}`) || hit.endsWith(`/${way}?`));

    await t.test("the policy is that of the page", () => assert.match(policyOf(browser.html), POLICY));

    for (const from of ["http", "file"]) {
      const opened = await browser.open({ from, init: source });
      await t.test(`opening the page from ${from} asks for nothing but the page`, async () => {
        await opened.page.waitForTimeout(300);
        assert.deepEqual(browser.hits, []);
      });
      await attempt(opened, "waysToRun", WAYS_TO_RUN);
      await opened.page.waitForTimeout(1500);
      const run = await ran(opened);
      await attempt(opened, "waysOut", WAYS_OUT, `${browser.origin}/${from}-`);
      await opened.page.waitForTimeout(3500);
      for (const [at, name] of WAYS_OUT.entries()) await t.test(`${name} reaches nobody from a page of ${from}`, () => assert.deepEqual(asked(`${from}-${at}`), []));
      for (const [at, name] of WAYS_TO_RUN.entries()) await t.test(`${name} runs nothing in a page of ${from}`, () => assert.ok(!run.includes(at)));
      await t.test(`nothing else reached the server from a page of ${from}, and the page still stands`, async () => {
        assert.deepEqual(browser.hits, []);
        assert.equal(await opened.page.getAttribute("html", "data-core"), "ready");
        const refused = (await opened.refused()).map((what) => what.split(" ")[0]);
        for (const directive of ["connect-src", "img-src", "frame-src", "form-action", "base-uri"]) assert.ok(refused.includes(directive), `${directive} among ${[...new Set(refused)]}`);
      });
      await opened.close();
    }

    await t.test("all of it succeeds where there is no policy", async (t) => {
      const ways = WAYS_OUT.filter((name) => !UNKNOWN[engine].includes(name));
      const succeeded = new Set();
      const bare = () => browser.open({ address: `${browser.origin}/bare`, init: source, wait: "load" });
      // Some attempts share a page, but not too many, since they wait for each other. A form leaves the page, so it is alone in one.
      const groups = ways.filter((name) => name.includes("form")).map((name) => [name]);
      const others = ways.filter((name) => !name.includes("form"));
      while (others.length) groups.push(others.splice(0, 8));
      for (const names of groups) {
        const opened = await bare();
        for (const name of names) await attempt(opened, "waysOut", [name], `${browser.origin}/bare-`, WAYS_OUT.indexOf(name));
        for (let tries = 0; tries < 100 && names.some((name) => !succeeded.has(name)); tries++) {
          for (const name of names) if (asked(`bare-${WAYS_OUT.indexOf(name)}`).length) succeeded.add(name);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        await opened.close();
      }
      const opened = await bare();
      await attempt(opened, "waysToRun", WAYS_TO_RUN);
      await opened.page.waitForTimeout(1500);
      for (const at of await ran(opened)) succeeded.add(WAYS_TO_RUN[at]);
      await opened.close();
      for (const name of [...ways, ...WAYS_TO_RUN]) await t.test(name, () => assert.ok(succeeded.has(name)));
    });
  });
}

/** Makes attempts in a page, one after another. They run in timers, because code that a driver evaluates may call eval even if the page may not. */
function attempt({ page }, list, names, to, first = 0) {
  return page.evaluate(([list, names, to, first]) => {
    globalThis.ran = [];
    const given = (at) => (list === "waysOut" ? to + at : `top.ran.push(${at})`);
    names.forEach((name, at) => setTimeout(async () => globalThis[list][name](given(at + first)), at * 40));
  }, [list, names, to, first]);
}

/** The indices of the texts that ran. */
const ran = ({ page }) => page.evaluate(() => globalThis.ran);
