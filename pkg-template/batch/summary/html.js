// The report as one HTML page, without other files, requests, scripts or styles.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { escaped } from "../../cli/escaped.js";
import { version } from "../../start/node.js";
import { element } from "./page/element.js";
import { mainOf } from "./page/main.js";

/** Returns the page. `view` is made by `viewOf`; `note` is a sentence for the foot of the page. */
export function htmlOf(view, note = "") {
  const [script, style] = ["browser.js", "page.css"].map((name) => readFileSync(new URL(`page/${name}`, import.meta.url), "utf8").trim());
  const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(view.title)} · rethought</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M3 8a5 5 0 1 1 5 5H3' fill='none' stroke='%237a5af8' stroke-width='2'/%3E%3C/svg%3E">
<style>${style}</style>
</head>
<body>
`;
  // Every `<` in the data is an escape of JSON, so that no text can end the element.
  const data = JSON.stringify(view).replaceAll("<", "\\u003c");
  const main = element("main", null, mainOf(view, ""));
  return `${head}${textOf(top(view))}\n${textOf(main)}\n${textOf(foot(note))}\n<script type="application/json" id="data">${data}</script>\n<script>${script}</script>\n</body>\n</html>\n`;
}

const top = ({ title }) =>
  element(
    "header",
    { class: "top" },
    element("span", { class: "brand" }, element("svg", { viewBox: "0 0 16 16", width: "1em", height: "1em", "aria-hidden": "true" }, element("path", { d: "M3 8a5 5 0 1 1 5 5H3", fill: "none", stroke: "currentColor", "stroke-width": 2 })), element("span", null, "rethought")),
    element("h1", { title }, title),
    element("button", { class: "theme", type: "button", "aria-label": "Theme: system", hidden: "" }),
  );

const foot = (note) => element("footer", null, element("p", null, `Made by rethought ${version()}. This page sends nothing: its policy forbids every connection.`), note && element("p", null, note));

/** Returns a policy that forbids loading and sending, and allows only this script and this style. */
function policyOf(script, style) {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return `default-src 'none'; connect-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
}

function textOf(given) {
  if (typeof given !== "object") return escaped(given);
  const attributes = Object.entries(given.attributes).filter(([, value]) => value !== undefined && value !== false);
  return `<${given.tag}${attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("")}>${given.children.map(textOf).join("")}</${given.tag}>`;
}
