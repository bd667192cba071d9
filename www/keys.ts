/** The keys of the page: one table, for the handler and for the sheet that tells of them. */
import { signal } from "@preact/signals";
import { choose, chooseFinding, chosen, chosenFinding, close, finding, mend, opened, pane, type Pane, range, sheet, showsPanel, step, type Theme, theme, undo } from "./state";
import { tool } from "./views/wire/shown";
import type { words } from "./words";

export interface Key {
  /** As `KeyboardEvent.key` names them: any of them does it. */
  readonly keys: readonly string[];
  readonly name: keyof typeof words.help.keys;
  readonly group: keyof typeof words.help.groups;
  /** Whether it also acts while nothing is open. */
  readonly always?: boolean;
  readonly act: () => void;
}

export const KEYS: readonly Key[] = [
  { keys: ["j", "ArrowDown"], name: "down", group: "move", act: () => choose(chosen.value + 1) },
  { keys: ["k", "ArrowUp"], name: "up", group: "move", act: () => choose(chosen.value - 1) },
  { keys: ["]"], name: "nextFinding", group: "move", act: () => step(1) },
  { keys: ["["], name: "previousFinding", group: "move", act: () => step(-1) },
  { keys: ["Enter"], name: "enter", group: "move", act: enter },
  { keys: ["1"], name: "audit", group: "panes", act: () => look("audit") },
  { keys: ["2"], name: "wire", group: "panes", act: () => look("wire") },
  { keys: ["3"], name: "whatif", group: "panes", act: () => look("whatif") },
  { keys: ["c"], name: "sides", group: "panes", act: () => (showsPanel.value = !showsPanel.value) },
  { keys: ["/"], name: "find", group: "panes", act: () => ask("find") },
  { keys: ["g"], name: "goto", group: "panes", act: () => ask("goto") },
  { keys: ["a"], name: "apply", group: "mend", act: () => finding.value?.fix && mend(finding.value) },
  { keys: ["A"], name: "applyAll", group: "mend", act: () => mend("safe") },
  { keys: ["u"], name: "undo", group: "mend", act: undo },
  { keys: ["o"], name: "open", group: "page", act: close },
  { keys: ["e"], name: "examples", group: "page", always: true, act: examples },
  { keys: ["s"], name: "share", group: "page", act: () => (sheet.value = "share") },
  { keys: ["t"], name: "theme", group: "page", always: true, act: () => (theme.value = THEMES[theme.value]) },
  { keys: ["?"], name: "help", group: "page", always: true, act: () => (sheet.value = sheet.value === "help" ? undefined : "help") },
  { keys: ["Escape"], name: "escape", group: "page", always: true, act: leave },
];

/** Whether keys of one letter act: they can be turned off. */
export const single = signal(true);

/** Listens, for as long as the page is there. */
export function installKeys(): void {
  document.addEventListener("keydown", pressed);
}

const THEMES: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = KEYS.find(({ keys }) => keys.includes(event.key));
  if (!key || (!opened.value && !key.always) || (!single.value && event.key.length === 1 && event.key !== "?")) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (event.key !== "Escape" && (isTyped(at) || isTaken(at, event.key))) return;
  // What is modal has the keyboard to itself; its own Escape is the browser's.
  if (event.key !== "?" && document.querySelector("dialog[open]")) return;
  event.preventDefault();
  key.act();
}

const isTyped = (at: Element): boolean => !!at.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

/** Keys that what has the focus uses itself. */
function isTaken(at: Element, key: string): boolean {
  if (key === "Enter") return !!at.closest("button, a, summary, input, [role=tab], [role=option]");
  return key.startsWith("Arrow") && (!!at.closest("[role=tablist], [role=listbox], [role=slider], input") || scrolls(at));
}

function scrolls(at: Element | null): boolean {
  for (; at && at !== document.body; at = at.parentElement) if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return true;
  return false;
}

function look(next: Pane): void {
  [pane.value, showsPanel.value] = [next, true];
}

function ask(which: "find" | "goto"): void {
  look("wire");
  tool.value = which;
}

function enter(): void {
  showsPanel.value = true;
  queueMicrotask(() => document.getElementById("panel-body")?.focus());
}

function examples(): void {
  close();
  queueMicrotask(() => document.getElementById("examples")?.focus());
}

/** The innermost of what is open. */
function leave(): void {
  if (tool.value) tool.value = undefined;
  else if (chosenFinding.value !== undefined) chooseFinding(undefined);
  else if (range.value) range.value = undefined;
  else showsPanel.value = false;
}
