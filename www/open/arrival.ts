/** Where one stands when a transcript has been read: where a link points to, or at what went wrong. */
import type { Exchange } from "../session/exchange";
import { look, type View } from "../share/view";
import { choose, chosen, chosenFinding, exchanges } from "../state";

export function arrive(view: View | undefined): void {
  // Who has gone somewhere while it was read is not taken away from there.
  const untouched = chosen.value === 0 && chosenFinding.value === undefined;
  if (untouched && view?.exchange === undefined) choose(worst(exchanges.value));
  if (view) look(view);
}

const VERDICTS = ["accepted", "degraded", "likely rejected", "rejected"];

/** The last exchange that was refused; or else the last of those with the worst verdict. */
export function worst(exchanges: readonly Exchange[]): number {
  const rank = ({ refusal, report }: Exchange) => (refusal ? VERDICTS.length : VERDICTS.indexOf(report?.verdict ?? ""));
  let found = 0;
  let highest = -2;
  for (const exchange of exchanges) {
    const own = rank(exchange);
    if (own >= highest) [found, highest] = [exchange.nth, own];
  }
  return found;
}
