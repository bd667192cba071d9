// The cards of the rules. Apart from the audit, so that who does not ask for them need not ship them.
import packed from "./cards.js";

const cards = () => (cards.known ??= JSON.parse(packed));

export function explain(rule) {
  if (rule === undefined) return Object.keys(cards());
  const { binds, folder, ...card } = Object.hasOwn(cards(), rule) ? cards()[rule] : {};
  return card.id ? card : undefined;
}
