/** The keyboard shortcuts of the page: one table for the key handler and for the help dialog. */
import { signal } from "@preact/signals";
import { chooseExchange, chooseFinding, chosenFindingIndex, chosenIndex, closeSession, finding, applyFixes, openDialog, opened, pane, range, showsPanel, stepFinding, type Theme, theme, undoFixes, wireTool } from "./state";
import { PANES } from "./views/panes";

/** The groups of the help dialog, in its order. */
export const SHORTCUT_GROUPS = { move: "Navigate", panes: "Views", repair: "Repair", page: "Page" } as const;

export interface Shortcut {
  /** Any of these keys runs it. The names are those of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  readonly description: string;
  readonly group: keyof typeof SHORTCUT_GROUPS;
  /** True if it also works while no transcript is open. */
  readonly worksWhenClosed?: boolean;
  readonly run: () => void;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["j", "ArrowDown"], description: "Next exchange", group: "move", run: () => chooseExchange(chosenIndex.value + 1) },
  { keys: ["k", "ArrowUp"], description: "Previous exchange", group: "move", run: () => chooseExchange(chosenIndex.value - 1) },
  { keys: ["]"], description: "Next finding", group: "move", run: () => stepFinding(1) },
  { keys: ["["], description: "Previous finding", group: "move", run: () => stepFinding(-1) },
  { keys: ["Enter"], description: "Focus the details", group: "move", run: focusDetails },
  ...PANES.map(({ name, title }, nth): Shortcut => ({ keys: [String(nth + 1)], description: title, group: "panes", run: () => showPane(name) })),
  { keys: ["c"], description: "Switch between conversation and details on a narrow page", group: "panes", run: () => (showsPanel.value = !showsPanel.value) },
  { keys: ["/"], description: "Find in the raw text", group: "panes", run: () => openWireTool("find") },
  { keys: ["g"], description: "Go to a JSON pointer or a byte", group: "panes", run: () => openWireTool("goto") },
  { keys: ["a"], description: "Apply the fix of this finding", group: "repair", run: () => finding.value?.fix && applyFixes(finding.value) },
  { keys: ["A"], description: "Apply all safe fixes", group: "repair", run: () => applyFixes("safe") },
  { keys: ["u"], description: "Undo all fixes", group: "repair", run: undoFixes },
  { keys: ["o"], description: "Open another transcript", group: "page", run: closeSession },
  { keys: ["e"], description: "Examples", group: "page", worksWhenClosed: true, run: closeSession },
  { keys: ["s"], description: "Share", group: "page", run: () => (openDialog.value = "share") },
  { keys: ["t"], description: "Theme: light, dark or system", group: "page", worksWhenClosed: true, run: () => (theme.value = NEXT_THEME[theme.value]) },
  { keys: ["?"], description: "Show or hide this help", group: "page", worksWhenClosed: true, run: () => (openDialog.value = openDialog.value === "help" ? undefined : "help") },
  { keys: ["Escape"], description: "Close", group: "page", worksWhenClosed: true, run: closeInnermost },
];

/** False turns off the shortcuts of one character, for people whose voice input or switch types unintended letters. */
export const singleKeysEnabled = signal(true);

export function listenForShortcuts(): void {
  document.addEventListener("keydown", handleKeyDown);
}

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

function handleKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(event.key));
  if (!shortcut || (!opened.value && !shortcut.worksWhenClosed) || (!singleKeysEnabled.value && event.key.length === 1 && event.key !== "?")) return;
  const at = event.target instanceof Element ? event.target : document.body;
  if (event.key !== "Escape" && (isTextField(at) || isUsedByFocus(at, event.key))) return;
  // An open dialog handles all keys. The browser handles its Escape.
  if (event.key !== "?" && document.querySelector("dialog[open]")) return;
  event.preventDefault();
  shortcut.run();
}

const isTextField = (at: Element): boolean => !!at.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

/** True if the focused element handles the key itself. */
function isUsedByFocus(at: Element, key: string): boolean {
  if (key === "Enter") return !!at.closest("button, a, summary, input, [role=tab], [role=option]");
  return key.startsWith("Arrow") && (!!at.closest("[role=tablist], [role=listbox], [role=slider], input") || isScrollable(at));
}

function isScrollable(at: Element | null): boolean {
  for (; at && at !== document.body; at = at.parentElement) if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return true;
  return false;
}

function showPane(next: string): void {
  pane.value = next;
  showsPanel.value = true;
}

function openWireTool(which: "find" | "goto"): void {
  showPane("wire");
  wireTool.value = which;
}

function focusDetails(): void {
  showsPanel.value = true;
  queueMicrotask(() => document.getElementById("panel-body")?.focus());
}

/** Closes the innermost thing that is open. */
function closeInnermost(): void {
  if (wireTool.value) wireTool.value = undefined;
  else if (chosenFindingIndex.value !== undefined) chooseFinding(undefined);
  else if (range.value) range.value = undefined;
  else showsPanel.value = false;
}
