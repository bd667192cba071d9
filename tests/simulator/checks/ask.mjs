// The two questions a check asks.

export function ok(condition, words) {
  if (!condition) throw new Error(words);
}

export function equal(left, right, words) {
  if (left !== right) throw new Error(`${words}: «${String(left).slice(0, 300)}» is not «${String(right).slice(0, 300)}»`);
}
