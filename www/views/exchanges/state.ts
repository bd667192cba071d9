/** The exchanges that pass the filter and the search, by conversation. */
import { computed, effect, signal } from "@preact/signals";
import type { Exchange } from "../../session/exchange";
import { isUnpredicted, outcomeOf } from "../../session/outcome";
import { nameConversation } from "../../session/conversation-name";
import { type Match, searchExchange } from "../../session/search";
import { runInSlices } from "../../slices";
import { exchanges, opened, pane, reading, session } from "../../state";

export const FILTERS = {
  all: { text: "All exchanges", passes: () => true },
  refused: { text: "Refused by the provider", passes: (exchange: Exchange) => outcomeOf(exchange) === "refused" },
  missed: { text: "Refused, not predicted", passes: isUnpredicted },
  failed: { text: "Failed for another reason", passes: (exchange: Exchange) => outcomeOf(exchange) === "failed" },
  findings: { text: "With findings", passes: ({ report }: Exchange) => !!report?.findings.length },
} as const;

export type FilterName = keyof typeof FILTERS;

export const filter = signal<FilterName>("all");
export const query = signal("");
/** The matches of the search by exchange, and whether the search is done. `undefined` if nothing is searched. */
export const found = signal<{ matches: ReadonlyMap<number, Match>; isDone: boolean } | undefined>(undefined);
/** The names of conversations. They are read after the pane is drawn, so they may be missing. */
export const names = signal<ReadonlyMap<string, string>>(new Map());

export interface ConversationGroup {
  readonly id: string;
  /** Its number in the transcript, from one. */
  readonly number: number;
  /** The exchanges that pass. */
  readonly shown: readonly Exchange[];
  readonly all: readonly Exchange[];
}

/** The conversations in the order of the transcript. */
const conversations = computed(() => {
  const groups = new Map<string, Exchange[]>();
  for (const exchange of exchanges.value) {
    const group = groups.get(exchange.conversation);
    if (group) group.push(exchange);
    else groups.set(exchange.conversation, [exchange]);
  }
  return groups;
});

export const conversationCount = computed(() => conversations.value.size);

/** The conversations that have an exchange that passes. */
export const groups = computed<readonly ConversationGroup[]>(() => {
  const { passes } = FILTERS[filter.value];
  const matches = found.value?.matches;
  return [...conversations.value].flatMap(([id, all], nth) => {
    const shown = all.filter((exchange) => passes(exchange) && (!matches || matches.has(exchange.nth)));
    return shown.length ? [{ id, number: nth + 1, shown, all }] : [];
  });
});

export const isNarrowed = computed(() => filter.value !== "all" || found.value !== undefined);

let stopSearch: () => void = () => {};
effect(() => {
  const wanted = query.value.trim().toLowerCase();
  const open = session.value;
  const all = exchanges.value;
  stopSearch();
  if (!wanted || !open) {
    found.value = undefined;
    return;
  }
  const matches = new Map<number, Match>();
  function* search() {
    for (const exchange of all) {
      const match = open && searchExchange(open, exchange, wanted);
      if (match) matches.set(exchange.nth, match);
      yield;
    }
  }
  stopSearch = runInSlices(search(), (isDone) => (found.value = { matches: new Map(matches), isDone }), true);
});

let stopNaming: () => void = () => {};
let namedTranscript: unknown;
effect(() => {
  const open = opened.value;
  if (pane.value !== "exchanges" || reading.value || !open || namedTranscript === open) return;
  namedTranscript = open;
  stopNaming();
  const next = new Map<string, string>();
  function* name() {
    for (const [id, [first]] of conversations.peek()) {
      const words = first && open && nameConversation(open.session, first.nth);
      if (words) next.set(id, words);
      yield;
    }
  }
  names.value = next;
  stopNaming = runInSlices(name(), () => (names.value = new Map(next)), true);
});

// Another transcript begins without a filter.
let filtered: unknown;
effect(() => {
  if (opened.value === filtered) return;
  filtered = opened.value;
  filter.value = "all";
  query.value = "";
});
