/** Chooses what to show when a transcript has been read: the place of a link, or the exchange that failed. */
import { applyView, type View } from "../link/view";
import { type Exchange, VERDICTS } from "../session/exchange";
import { chooseExchange, chosenIndex, chosenFindingIndex, exchanges } from "../state";

export function goToStart(view: View | undefined): void {
  // A person who chose an exchange while the transcript was read stays there.
  const isUntouched = chosenIndex.value === 0 && chosenFindingIndex.value === undefined;
  if (isUntouched && view?.exchange === undefined) chooseExchange(findWorstExchange(exchanges.value));
  if (view) applyView(view);
}

/** From good to bad. */
const WORSE: readonly string[] = [...VERDICTS].reverse();

/** Finds the last exchange that the provider refused, or else the last one with the worst verdict. */
export function findWorstExchange(exchanges: readonly Exchange[]): number {
  const rank = ({ refusal, report }: Exchange) => (refusal ? WORSE.length : WORSE.indexOf(report?.verdict ?? ""));
  let found = 0;
  let highest = -2;
  for (const exchange of exchanges) {
    const own = rank(exchange);
    if (own >= highest) {
      found = exchange.nth;
      highest = own;
    }
  }
  return found;
}
