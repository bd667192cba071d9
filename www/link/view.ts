/** The view that a link leads to: the place in a transcript, the pane, the targets. The transcript itself is never part of it. */
import { batch } from "@preact/signals";
import type { Target } from "rethought/slim";
import { chooseExchange, chooseFinding, chosenFindingIndex, chosenIndex, opened, openRule, pane, range, triedTargets } from "../state";
import { PANES } from "../views/panes";

export interface View {
  readonly pane: string;
  readonly exchange: number | undefined;
  readonly finding: number | undefined;
  readonly range: readonly [number, number] | undefined;
  readonly targets: readonly [Target | undefined, Target | undefined];
  readonly rule: string | undefined;
}

/** The current view as parameters of a link. Links count from one, as people do. */
export function currentView(): URLSearchParams {
  const view = new URLSearchParams();
  if (opened.value) {
    view.set("exchange", String(chosenIndex.value + 1));
    if (chosenFindingIndex.value !== undefined) view.set("finding", String(chosenFindingIndex.value + 1));
    if (range.value) view.set("range", range.value.map((nth) => nth + 1).join("-"));
    if (pane.value !== PANES[0].name) view.set("pane", pane.value);
    const [left, right] = triedTargets.value.map(serializeTarget);
    if (left) view.set("left", left);
    if (right) view.set("right", right);
  }
  if (openRule.value) view.set("rule", openRule.value);
  return view;
}

/** Reads the parameters of a link. Invalid ones are ignored. */
export function parseView(link: URLSearchParams): View {
  const rangeMatch = /^(\d{1,9})-(\d{1,9})$/.exec(link.get("range") ?? "");
  return {
    pane: (PANES.find(({ name }) => name === link.get("pane")) ?? PANES[0]).name,
    exchange: parseIndex(link.get("exchange")),
    finding: parseIndex(link.get("finding")),
    range: rangeMatch ? [Number(rangeMatch[1]) - 1, Number(rangeMatch[2]) - 1] : undefined,
    targets: [parseTarget(link.get("left")), parseTarget(link.get("right"))],
    rule: /^[a-z0-9-]{1,80}$/.exec(link.get("rule") ?? "")?.[0],
  };
}

/** Returns `true` if the view points into a transcript. */
export const isPlace = ({ exchange, range, targets }: View): boolean => exchange !== undefined || range !== undefined || targets.some(Boolean);

/** Shows the view, if the open transcript has the place. */
export function applyView(view: View): void {
  batch(() => {
    pane.value = view.pane;
    triedTargets.value = view.targets;
    openRule.value = view.rule;
    if (view.exchange !== undefined) chooseExchange(view.exchange);
    const last = (opened.value?.session.exchanges.length ?? 0) - 1;
    range.value = view.range && view.range[0] >= 0 && view.range[0] <= view.range[1] && view.range[1] <= last ? view.range : undefined;
    if (view.exchange === undefined || view.exchange === chosenIndex.value) chooseFinding(view.finding);
  });
}

const parseIndex = (text: string | null): number | undefined => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) - 1 : undefined);

const TEXT_FIELDS = ["wire", "host", "model", "account", "era", "url"] as const;

/** A copy of a target without headers and without the query of its address: they may contain keys. */
export function plainTarget({ headers: _, url, ...plain }: Target): Target {
  const address = typeof url === "string" ? url : url?.href;
  return { ...plain, ...(address && { url: withoutQuery(address) }) };
}

const serializeTarget = (target: Target | undefined): string | undefined => target && JSON.stringify(plainTarget(target));

function parseTarget(text: string | null): Target | undefined {
  try {
    const given = JSON.parse(text ?? "") as Record<string, unknown>;
    if (typeof given !== "object" || given === null) return undefined;
    const target: Record<string, unknown> = {};
    for (const name of TEXT_FIELDS) if (typeof given[name] === "string") target[name] = given[name];
    if (typeof given.enforced === "boolean") target.enforced = given.enforced;
    if (Array.isArray(given.betas) && given.betas.every((beta) => typeof beta === "string")) target.betas = given.betas;
    return target as Target;
  } catch {
    return undefined;
  }
}

/** Removes query, fragment and password from an address: they may contain keys. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, "").replace(/^(\w+:\/\/)[^/@]*@/, "$1");
