// Values that are made when they are first asked for.

/** Returns a function that makes a value when it is first asked for. */
export function lazily(make) {
  let made;
  return () => (made ??= { value: make() }).value;
}
