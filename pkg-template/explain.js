// The cards of the rules. Apart from the audit, so that who does not ask for them need not ship them.
import packed from "./cards.js";
import rules from "./rules.js";

/** What providers answer stands with what every audit reads. */
const cards = () => (cards.known ??= joined(JSON.parse(packed), JSON.parse(rules)));
const joined = (cards, rules) => Object.fromEntries(rules.map(({ id, upstream }) => [id, { ...cards[id], upstream }]));

export function explain(rule) {
  if (rule === undefined) return Object.keys(cards());
  const { binds, folder, ...card } = Object.hasOwn(cards(), rule) ? cards()[rule] : {};
  return card.id ? card : undefined;
}
