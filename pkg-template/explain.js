// The cards of the rules. Apart from the audit, so that who does not ask for them need not ship them.
import CARDS from "./cards.js";

/** The rules that there are, by their ids. */
export const rules = Object.keys(CARDS);

export function explain(id) {
  const { binds, folder, ...card } = Object.hasOwn(CARDS, id) ? CARDS[id] : {};
  return card.id ? card : undefined;
}
