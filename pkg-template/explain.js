// The cards of the rules. Apart from the audit, so that who does not ask for them need not ship them.
import rules from "./rules.js";

/** Makes `explain` of a function that gives the cards, which is asked once, and late. */
export function explainer(read) {
  let known;
  const cards = () => (known ??= joined(JSON.parse(read()), JSON.parse(rules)));
  return function explain(rule) {
    if (rule === undefined) return Object.keys(cards());
    const { binds, folder, ...card } = Object.hasOwn(cards(), rule) ? cards()[rule] : {};
    return card.id ? card : undefined;
  };
}

/** What providers answer stands with what every audit reads. */
function joined(cards, rules) {
  return Object.fromEntries(rules.map(({ id, upstream }) => [id, { ...cards[id], upstream }]));
}
