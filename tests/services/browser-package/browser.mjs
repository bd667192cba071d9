// One Chromium for all pages, and a static server over the scratch project.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { ensureChromium } from "../../../scripts/chromium.mjs";
import { tests } from "../../../scripts/paths.mjs";

const FLAGS = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const TYPES = { ".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };

export async function openBrowser(folder) {
  const { chromium } = createRequire(join(tests, "package.json"))("playwright-core");
  const { browser: executablePath } = await ensureChromium();
  const browser = await chromium.launch({ executablePath, args: FLAGS.split(" ") });
  const server = createServer((request, response) => serve(folder, request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    result: (script, options) => result(browser, origin, script, options),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/** Opens a page with only one script, and resolves to the RESULT that the script logs. */
async function result(browser, origin, script, { csp = "", module = true } = {}) {
  const page = await browser.newPage();
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the page gave no result in 40 s")), 40_000);
      const settle = (act, value) => (clearTimeout(timer), act(value));
      page.on("pageerror", (error) => settle(reject, error));
      page.on("requestfailed", (request) => settle(reject, new Error(`${request.url()}: ${request.failure()?.errorText}`)));
      page.on("console", (message) => {
        const text = message.text();
        if (text.startsWith("RESULT ")) settle(resolve, text.slice(7));
        else settle(reject, new Error(`the console said: ${text}`));
      });
      page.goto(`${origin}/page?${new URLSearchParams({ script, csp, module: module ? "1" : "" })}`).catch(reject);
    });
  } finally {
    await page.close();
  }
}

async function serve(folder, request, response) {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  if (pathname === "/favicon.ico") return response.writeHead(204).end();
  if (pathname === "/page") {
    const headers = { "content-type": "text/html; charset=utf-8" };
    if (searchParams.get("csp")) headers["content-security-policy"] = searchParams.get("csp");
    const type = searchParams.get("module") ? ' type="module"' : "";
    return response.writeHead(200, headers).end(`<!doctype html><title>matrix</title><script${type} src="${searchParams.get("script")}"></script>`);
  }
  try {
    const body = await readFile(join(folder, normalize(pathname)));
    response.writeHead(200, { "content-type": TYPES[extname(pathname)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}
