// The script of the page: shows only one model or one rule if the address names it, and switches the theme. The page is complete without it.
import { mainOf } from "./main.js";

const view = JSON.parse(document.getElementById("data").textContent);
const main = document.querySelector("main");

addEventListener("hashchange", () => {
  show();
  const bar = main.querySelector(".filter");
  if (bar) bar.focus();
  else scrollTo(0, 0);
});
function show() {
  main.replaceChildren(...mainOf(view, location.hash).flat(Infinity).filter(Boolean).map(nodeOf));
}

/** The names of SVG elements. */
const DRAWN = new Set(["svg", "g", "path", "rect", "line", "text", "title"]);

function nodeOf(given) {
  if (typeof given !== "object") return document.createTextNode(String(given));
  const isDrawing = DRAWN.has(given.tag);
  const node = isDrawing ? document.createElementNS("http://www.w3.org/2000/svg", given.tag) : document.createElement(given.tag);
  for (const [name, value] of Object.entries(given.attributes)) if (value !== undefined && value !== false) node.setAttribute(name, value);
  node.append(...given.children.map(nodeOf));
  return node;
}

const button = document.querySelector(".theme");
const THEMES = { system: "as the system", light: "light", dark: "dark" };
let theme = "system";
button.hidden = false;
button.addEventListener("click", () => {
  const names = Object.keys(THEMES);
  theme = names[(names.indexOf(theme) + 1) % names.length];
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  button.setAttribute("aria-label", `Theme: ${THEMES[theme]}`);
});

if (location.hash) show();
