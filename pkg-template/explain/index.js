// The cards of the rules. They are separate from the audit, so that callers without them need not ship them.

/** Makes `explain` of a function that returns the cards. It is called once, on first use. */
export function explainer(read) {
  let known;
  const cards = () => (known ??= JSON.parse(read()));
  return function explain(rule) {
    if (rule === undefined) return Object.keys(cards());
    const { folder, ...card } = Object.hasOwn(cards(), rule) ? cards()[rule] : {};
    return card.id ? card : undefined;
  };
}
