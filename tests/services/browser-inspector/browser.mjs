// The built page in a real browser: a loopback server that counts the requests that reach it, and pages that report their errors.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureChromium } from "../../../scripts/chromium.mjs";
import { ensureFirefox } from "../../../scripts/firefox.mjs";
import { target, tests } from "../../../scripts/paths.mjs";
import { buildPage, page as built, withData } from "../../../scripts/www.mjs";

const FLAGS = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const HTML = { "content-type": "text/html; charset=utf-8" };

/** The browser engines to test: npm run prove has Firefox too, if it is here or can be installed. */
export const engines = async () => ["chromium", ...(process.env.RETHOUGHT_LONG && (await ensureFirefox()) ? ["firefox"] : [])];

/**
 * Builds the page if needed, and starts a server and an engine. `hits` lists the requests that reached the server, without the documents that `open`
 * requested. `answer(path, handler)` adds a path to the server.
 */
export async function startBrowser({ engine = "chromium" } = {}) {
  await buildPage();
  const html = readFileSync(built, "utf8");
  const paths = new Map();
  const hits = [];
  const server = createServer((request, response) => {
    const handler = paths.get(request.url.replace(/[?#].*$/, ""));
    if (!handler?.document) hits.push(`${request.method} ${request.url}`);
    if (handler) return handler(request, response);
    // The server answers every request, so that only the policy of the page can have stopped one.
    response.writeHead(200, { "content-type": "text/javascript", "access-control-allow-origin": "*" }).end("");
  });
  server.on("upgrade", (request, socket) => (hits.push(`UPGRADE ${request.url}`), socket.destroy()));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(target, "inspector-"));
  const launched = new Map();
  const launch = (theme) => {
    // Firefox reads its theme when it starts.
    const key = engine === "firefox" ? theme : "";
    if (!launched.has(key)) launched.set(key, LAUNCH[engine](theme));
    return launched.get(key);
  };
  let count = 0;

  /** Makes the page available at an address of the server, or as a file, and returns the address. */
  function addressOf(text, { from, hash }) {
    const name = `page-${++count}.html`;
    if (from === "file") {
      writeFileSync(join(folder, name), text);
      return pathToFileURL(join(folder, name)).href + hash;
    }
    const document = (_, response) => response.writeHead(200, HTML).end(text);
    paths.set(`/${name}`, Object.assign(document, { document: true }));
    return `${origin}/${name}${hash}`;
  }

  return {
    engine,
    html,
    hits,
    origin,
    answer: (path, handler) => paths.set(path, Object.assign(handler, { document: true })),
    /**
     * Opens the page, and waits until its core has started or failed, or for the event `wait` ("commit", "load"). `data` is a transcript `{name,
     * text}` inside the page, `html` another text than the built page, `address` any other address, `init` the text of a script that runs before all
     * others. `faults()` returns all errors: of the console and of scripts, and refusals of the policy.
     */
    async open({ theme = "light", width = 1280, height = 900, hash = "", from = "http", motion = "no-preference", data, html: text = html, address, init, wait = "core" } = {}) {
      const browser = await launch(theme);
      const media = engine === "firefox" ? {} : { colorScheme: theme, reducedMotion: motion };
      const context = await browser.newContext({ viewport: { width, height }, ...media });
      const page = await context.newPage();
      const errors = [];
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(`console: ${message.text()}`));
      page.on("pageerror", (error) => errors.push(`script: ${error.message}`));
      await page.addInitScript(watchPolicy);
      if (init) await page.addInitScript({ content: init });
      await page.goto(address ?? addressOf(data ? withData(text, data) : text, { from, hash }), { waitUntil: wait === "core" ? "load" : wait });
      if (wait === "core") await page.waitForSelector("html[data-core]", { state: "attached", timeout: 20_000 });
      const refused = () => page.evaluate(() => globalThis.refusedByPolicy ?? []);
      return { page, refused, faults: async () => [...errors, ...(await refused()).map((what) => `policy: ${what}`)], close: () => context.close() };
    },
    async close() {
      for (const browser of launched.values()) await (await browser).close();
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Takes a screenshot with the caret in it. Playwright would hide the caret with a style, which the policy refuses. */
export const screenshot = (page, path, more = {}) => page.screenshot({ path, caret: "initial", ...more });

function watchPolicy() {
  globalThis.refusedByPolicy = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => globalThis.refusedByPolicy.push(`${effectiveDirective} ${blockedURI}`));
}

const LAUNCH = {
  async chromium() {
    const { shell: executablePath } = await ensureChromium();
    return playwright().chromium.launch({ executablePath, args: FLAGS.split(" ") });
  },
  // The channel of the unpatched Firefox, which WebDriver BiDi drives.
  async firefox(theme) {
    const firefoxUserPrefs = { "layout.css.prefers-color-scheme.content-override": theme === "dark" ? 0 : 1, "browser.aboutwelcome.enabled": false };
    return playwright().firefox.launch({ channel: "moz-firefox", executablePath: await ensureFirefox(), firefoxUserPrefs });
  },
};

let loaded;
/**
 * Playwright sends each new context a command that Firefox 153 does not support yet (emulation.setMediaFeaturesOverride), and fails on the answer.
 * This removes the command.
 */
function playwright() {
  if (loaded) return loaded;
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (text, file, ...rest) {
    const unsent = file.endsWith("coreBundle.js") ? text.replaceAll(/await (?=this\.[\w.]+\.send\("emulation\.setMediaFeaturesOverride")/g, "if (false) await ") : text;
    return compile.call(this, unsent, file, ...rest);
  };
  try {
    return (loaded = createRequire(join(tests, "package.json"))("playwright-core"));
  } finally {
    Module.prototype._compile = compile;
  }
}
