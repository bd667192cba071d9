/** The script of every page: the theme, the search box, the filter of the rules. Without it everything can still be read. */
const root = (document.currentScript as HTMLScriptElement).dataset.root ?? "";
const THEMES = ["system", "light", "dark"] as const;
const KEY = "rethought-theme";

export interface Hit {
  path: string;
  kind: string;
  title: string;
  about: string;
}
declare global {
  var searchSite: ((query: string) => Hit[]) | undefined;
}

startTheme();
startFinder();
startFilter();
// Beside the text the list of pages is always open. Above it, it would hide the text.
const pages = document.querySelector<HTMLDetailsElement>(".side details");
if (pages && matchMedia("(max-width: 60rem)").matches) pages.open = false;

function startTheme() {
  const button = document.querySelector<HTMLButtonElement>("button.theme");
  if (!button) return;
  let theme = THEMES.find((each) => each === stored()) ?? "system";
  const show = () => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = { system: "◐", light: "☀", dark: "☾" }[theme];
    button.setAttribute("aria-label", `Theme: ${theme}`);
    button.title = `Theme: ${theme}`;
  };
  button.hidden = false;
  button.onclick = () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
    try {
      localStorage.setItem(KEY, theme);
    } catch {}
    show();
  };
  show();
}

/** A browser may forbid a page from disk its storage. */
function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function startFinder() {
  const finder = document.querySelector<HTMLElement>(".finder");
  const input = finder?.querySelector("input");
  const list = finder?.querySelector("ul");
  if (!finder || !input || !list) return;
  finder.hidden = false;
  let chosen = -1;
  const options = () => [...list.children] as HTMLElement[];
  const choose = (at: number) => {
    const all = options();
    chosen = all.length ? (at + all.length) % all.length : -1;
    for (const [nth, option] of all.entries()) option.setAttribute("aria-selected", String(nth === chosen));
    all[chosen]?.scrollIntoView({ block: "nearest" });
    if (chosen < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `hit-${chosen}`);
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
    input.removeAttribute("aria-activedescendant");
  };
  const search = async () => {
    const query = input.value.trim();
    if (!query) return close();
    await loadSearch();
    const hits = globalThis.searchSite?.(query) ?? [];
    list.replaceChildren(...(hits.length ? hits.map(optionOf) : [nothing()]));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    choose(0);
  };
  input.oninput = search;
  input.onfocus = () => void loadSearch();
  input.onkeydown = (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter") options()[chosen]?.click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  };
  document.addEventListener("click", (event) => !finder.contains(event.target as Node) && close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || (event.target as Element).closest("input, textarea")) return;
    event.preventDefault();
    input.focus();
  });
}

function optionOf({ path, kind, title, about }: Hit, nth: number) {
  const option = document.createElement("li");
  option.id = `hit-${nth}`;
  option.role = "option";
  // An option must hold no link, for screen readers. It opens its page by itself.
  option.onclick = () => location.assign(root + path);
  const name = Object.assign(document.createElement(kind === "guide" ? "b" : "code"), { textContent: title });
  option.append(name, Object.assign(document.createElement("small"), { textContent: `${kind}${about ? ` · ${about}` : ""}` }));
  return option;
}

function nothing() {
  const option = document.createElement("li");
  option.id = "hit-0";
  option.role = "option";
  option.textContent = "Nothing found";
  return option;
}

let loading: Promise<void> | undefined;
/** Loads the search when it is first needed: the entries, then the engine over them. */
function loadSearch() {
  return (loading ??= load("search-entries").then(() => load("search")));
}

function load(name: string) {
  return new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: `${root}assets/${name}.js`, onload: () => resolve(), onerror: () => reject(new Error(name)) });
    document.head.append(script);
  });
}

function startFilter() {
  const filter = document.querySelector<HTMLElement>(".filter");
  const input = filter?.querySelector<HTMLInputElement>('input[type="search"]');
  const output = filter?.querySelector("output");
  if (!filter || !input || !output) return;
  filter.hidden = false;
  const rows = [...document.querySelectorAll<HTMLElement>(".rules li")];
  const texts = new Map(rows.map((row) => [row, `${row.textContent} ${row.dataset.words}`.toLowerCase()]));
  const boxes = [...filter.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const severities = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    for (const row of rows) row.hidden = !(severities.includes(row.dataset.severity ?? "") && words.every((word) => texts.get(row)?.includes(word)));
    for (const group of document.querySelectorAll<HTMLElement>(".group")) group.hidden = !group.querySelector("li:not([hidden])");
    const shown = rows.filter(({ hidden }) => !hidden).length;
    output.textContent = shown === rows.length ? "" : `${shown} of ${rows.length}`;
  };
  input.oninput = apply;
  for (const box of boxes) box.onchange = apply;
}
