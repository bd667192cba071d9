// Every link of every page leads somewhere, also from disk, and every rule has its page.
import { deepEqual, ok } from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { pkg } from "../../../scripts/paths.mjs";
import { files, pages, read } from "./site-files.mjs";

const idsOf = (html) => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
const ids = new Map(pages.map((path) => [path, idsOf(read(path))]));
const linksOf = (html) => [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, to]) => to.replaceAll("&amp;", "&"));

/** Why a link is broken, or nothing. */
function fault(from, to) {
  if (/^(https?|data|mailto):/.test(to)) return undefined;
  const [path, anchor] = to.split("#");
  const target = path === "" ? from : join(dirname(from), path).replaceAll("\\", "/");
  if (/^\w+:|^\//.test(path)) return `${from}: ${to} is not relative`;
  if (!files.includes(target)) return `${from}: there is no ${target}`;
  if (anchor && !ids.get(target)?.has(decodeURIComponent(anchor))) return `${from}: ${target} has no #${anchor}`;
  return undefined;
}

test("no link is broken", (t) => {
  const links = pages.flatMap((path) => linksOf(read(path)).map((to) => [path, to]));
  ok(links.length > 5000, String(links.length));
  deepEqual(links.map(([from, to]) => fault(from, to)).filter(Boolean), []);
  t.diagnostic(`${links.length} links on ${pages.length} pages`);
});

test("a link that leads nowhere is found", () => {
  ok(fault("index.html", "guides/nowhere.html").includes("there is no guides/nowhere.html"));
  ok(fault("index.html", "rules/index.html#nowhere").includes("has no #nowhere"));
});

test("no id is twice on a page", () => {
  const twice = pages.filter((path) => [...read(path).matchAll(/\sid="([^"]+)"/g)].length !== ids.get(path).size);
  deepEqual(twice, []);
});

test("every result of the search leads to a page and a place on it", () => {
  const entries = JSON.parse(read("assets/search-entries.js").replace(/^searchEntries=|;\s*$/g, ""));
  ok(entries.length > 300, String(entries.length));
  deepEqual(entries.map(({ path }) => fault("index.html", path)).filter(Boolean), []);
});

test("every rule has a page, and its example is what the audit finds", async () => {
  const { explain } = await import(pathToFileURL(join(pkg, "start", "node.js")).href);
  deepEqual(pages.filter((path) => path.startsWith("rules/") && path !== "rules/index.html"), explain().map((id) => `rules/${id}.html`).sort());
  const silent = explain().filter((id) => !read(`rules/${id}.html`).includes(`[${id}]: `));
  deepEqual(silent, []);
});

test("no page has a mark of Markdown or of a template left in its text", () => {
  const left = pages.filter((path) => /\{\{|\]\([^)\s]*\.(?:html|md)[#)]|&lt;!--|^#{1,4} /m.test(read(path).replace(/<(pre|code)[^]*?<\/\1>/g, "")));
  deepEqual(left, []);
});
