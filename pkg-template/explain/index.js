// The cards of the rules. Apart from the audit, so that who does not ask for them need not ship them.

/** Makes `explain` of a function that gives the cards, which is asked once, and late. */
export function explainer(read) {
  let known;
  const cards = () => (known ??= JSON.parse(read()));
  return function explain(rule) {
    if (rule === undefined) return Object.keys(cards());
    const { folder, ...card } = Object.hasOwn(cards(), rule) ? cards()[rule] : {};
    return card.id ? card : undefined;
  };
}
