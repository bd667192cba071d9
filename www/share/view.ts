/** What is looked at, as a link says it: where in the transcript, with which targets. Never the transcript itself. */
import { batch } from "@preact/signals";
import type { Target } from "rethought/slim";
import { card, choose, chooseFinding, chosen, chosenFinding, opened, pane, type Pane, range, targets } from "../state";

export interface View {
  readonly pane: Pane;
  readonly exchange: number | undefined;
  readonly finding: number | undefined;
  readonly range: readonly [number, number] | undefined;
  readonly targets: readonly [Target | undefined, Target | undefined];
  readonly rule: string | undefined;
}

const PANES: readonly string[] = ["audit", "wire", "whatif"];

/** What is looked at now. People count from one. */
export function viewNow(): URLSearchParams {
  const view = new URLSearchParams();
  if (opened.value) {
    view.set("exchange", String(chosen.value + 1));
    if (chosenFinding.value !== undefined) view.set("finding", String(chosenFinding.value + 1));
    if (range.value) view.set("range", range.value.map((nth) => nth + 1).join("-"));
    if (pane.value !== "audit") view.set("pane", pane.value);
    const [left, right] = targets.value.map(written);
    if (left) view.set("left", left);
    if (right) view.set("right", right);
  }
  if (card.value) view.set("rule", card.value);
  return view;
}

/** What a link says. What it says wrongly it does not say. */
export function viewOf(link: URLSearchParams): View {
  const [pane, between] = [link.get("pane") ?? "", /^(\d{1,9})-(\d{1,9})$/.exec(link.get("range") ?? "")];
  return {
    pane: PANES.includes(pane) ? (pane as Pane) : "audit",
    exchange: number(link.get("exchange")),
    finding: number(link.get("finding")),
    range: between ? [Number(between[1]) - 1, Number(between[2]) - 1] : undefined,
    targets: [read(link.get("left")), read(link.get("right"))],
    rule: /^[a-z0-9-]{1,80}$/.exec(link.get("rule") ?? "")?.[0],
  };
}

/** Whether it is a place in a transcript. */
export const isPlace = ({ exchange, range, targets }: View): boolean => exchange !== undefined || range !== undefined || targets.some(Boolean);

/** Looks at it, as far as the transcript goes. */
export function look(view: View): void {
  batch(() => {
    [pane.value, targets.value, card.value] = [view.pane, view.targets, view.rule];
    if (view.exchange !== undefined) choose(view.exchange);
    const last = (opened.value?.session.exchanges.length ?? 0) - 1;
    range.value = view.range && view.range[0] >= 0 && view.range[0] <= view.range[1] && view.range[1] <= last ? view.range : undefined;
    if (view.exchange === undefined || view.exchange === chosen.value) chooseFinding(view.finding);
  });
}

const number = (text: string | null): number | undefined => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) - 1 : undefined);

const TEXTS = ["wire", "host", "model", "account", "era", "url"] as const;

/** A target without what may hide a key: headers, and the query of its address. */
function written(target: Target | undefined): string | undefined {
  if (!target) return undefined;
  const { headers: _, url, ...plain } = target;
  const address = typeof url === "string" ? url : url?.href;
  return JSON.stringify({ ...plain, ...(address && { url: withoutQuery(address) }) });
}

function read(text: string | null): Target | undefined {
  try {
    const given = JSON.parse(text ?? "") as Record<string, unknown>;
    if (typeof given !== "object" || given === null) return undefined;
    const target: Record<string, unknown> = {};
    for (const name of TEXTS) if (typeof given[name] === "string") target[name] = given[name];
    if (typeof given.enforced === "boolean") target.enforced = given.enforced;
    if (Array.isArray(given.betas) && given.betas.every((beta) => typeof beta === "string")) target.betas = given.betas;
    return target as Target;
  } catch {
    return undefined;
  }
}

/** An address without its query, its fragment and its password: keys hide there. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, "").replace(/^(\w+:\/\/)[^/@]*@/, "$1");
