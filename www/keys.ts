/** The keys of the page: one table, for the handler and for the sheet that tells of them. */
import { signal } from "@preact/signals";
import { choose, chooseFinding, chosen, chosenFinding, close, finding, mend, opened, pane, type Pane, range, sheet, showsPanel, step, type Theme, theme, undo } from "./state";
import { tool } from "./views/wire/shown";
import { words } from "./words";

export interface Key {
  /** As `KeyboardEvent.key` names them: any of them does it. */
  readonly keys: readonly string[];
  /** What it does, for people. */
  readonly does: string;
  readonly group: keyof typeof words.help.groups;
  /** Whether it also acts while nothing is open. */
  readonly always?: boolean;
  readonly act: () => void;
}

export const KEYS: readonly Key[] = [
  { keys: ["j", "ArrowDown"], does: words.help.keys.down, group: "move", act: () => choose(chosen.value + 1) },
  { keys: ["k", "ArrowUp"], does: words.help.keys.up, group: "move", act: () => choose(chosen.value - 1) },
  { keys: ["]"], does: words.help.keys.nextFinding, group: "move", act: () => step(1) },
  { keys: ["["], does: words.help.keys.previousFinding, group: "move", act: () => step(-1) },
  { keys: ["Enter"], does: words.help.keys.enter, group: "move", act: enter },
  { keys: ["1"], does: words.help.keys.audit, group: "panes", act: () => look("audit") },
  { keys: ["2"], does: words.help.keys.wire, group: "panes", act: () => look("wire") },
  { keys: ["3"], does: words.help.keys.whatif, group: "panes", act: () => look("whatif") },
  { keys: ["c"], does: words.help.keys.sides, group: "panes", act: () => (showsPanel.value = !showsPanel.value) },
  { keys: ["/"], does: words.help.keys.find, group: "panes", act: () => ask("find") },
  { keys: ["g"], does: words.help.keys.goto, group: "panes", act: () => ask("goto") },
  { keys: ["a"], does: words.help.keys.apply, group: "mend", act: () => finding.value?.fix && mend(finding.value) },
  { keys: ["A"], does: words.help.keys.applyAll, group: "mend", act: () => mend("safe") },
  { keys: ["u"], does: words.help.keys.undo, group: "mend", act: undo },
  { keys: ["o"], does: words.help.keys.open, group: "page", act: close },
  { keys: ["e"], does: words.help.keys.examples, group: "page", always: true, act: examples },
  { keys: ["s"], does: words.help.keys.share, group: "page", act: () => (sheet.value = "share") },
  { keys: ["t"], does: words.help.keys.theme, group: "page", always: true, act: () => (theme.value = THEMES[theme.value]) },
  { keys: ["?"], does: words.help.keys.help, group: "page", always: true, act: () => (sheet.value = sheet.value === "help" ? undefined : "help") },
  { keys: ["Escape"], does: words.help.keys.escape, group: "page", always: true, act: leave },
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
