// The cost of a call on a shape, and on the same shape with twice the elements, in processor time. Other load of the machine is not counted.

/** The maximum ratio for twice the elements. Sorting and larger caches are included. */
const BAR = 2.3;
/** An input grows until a call takes this many milliseconds: below that, the rest of the call hides the growth. */
export const MEASURABLE = 4;
/** A call of this many milliseconds is long enough to show a square, and needs fewer rounds. */
const SLOW = 300;
/** A call of this many milliseconds is not doubled again: all its rounds would take minutes. */
const MINUTES = 2000;
const LONGEST = 1 << 22;
const ROUNDS = 6;
/** The first round at a length does not count: the memory of the wasm instance grows in it. */
const SLOW_ROUNDS = 3;

/**
 * Returns the ratio of a call on `make(2n)` and on `make(n)`, with both times; nothing if the call refuses the shape. A ratio over the limit is
 * measured again at four times the length: there garbage collection matters less, and a square more. It must be over the limit at the next doubling
 * too: a square is, and a single step is not, such as a text that no longer fits into a cache.
 */
export function growthOf(make, call, { count, longest = LONGEST }) {
  let found = measurable(make, call, count, longest);
  if (!found) return undefined;
  for (let growth = ratioAt(make, call, found.count); ; growth = ratioAt(make, call, (found.count *= 4))) {
    // A call that refuses the longer text has a limit, and does not grow.
    if (growth.twice === Infinity) return undefined;
    const isLast = !growth.isOver || growth.twice >= SLOW || found.length * 4 > longest;
    if (isLast) return growth.isOver && growth.twice < MINUTES ? lesser(growth, ratioAt(make, call, 2 * found.count)) : growth;
    found = { ...found, length: found.length * 4 };
  }
}

const lesser = (one, other) => (other.ratio < one.ratio ? other : one);

/** Returns the number of elements at which a call takes long enough, and the length of the text; nothing if the call refuses it. */
function measurable(make, call, count, longest) {
  for (;;) {
    const text = make(count);
    const times = [timed(() => call(text)), timed(() => call(text))];
    if (times.includes(undefined)) return undefined;
    if (Math.min(...times) >= MEASURABLE || text.length >= longest) return { count, length: text.length };
    count *= 2;
  }
}

/** Returns the least of several rounds. They end when the limit is met: chance makes a call slower, never faster. */
function ratioAt(make, call, count) {
  const texts = [make(count), make(2 * count)];
  let times = [Infinity, Infinity];
  const isOver = () => times[1] / times[0] > BAR && times[1] >= MEASURABLE;
  const rounds = () => (times[1] < SLOW ? ROUNDS : SLOW_ROUNDS);
  for (let round = 0; round === 0 || (round < rounds() && isOver()); round++)
    times = texts.map((text, nth) => Math.min(times[nth], timed(() => call(text)) ?? Infinity));
  return { once: times[0], twice: times[1], ratio: times[1] / times[0], isOver: isOver() };
}

/** Returns the processor time of a call in milliseconds; nothing if it throws one of the package's errors. */
function timed(call) {
  const before = process.cpuUsage();
  try {
    call();
  } catch (error) {
    if (!/^E_/.test(error.code)) throw error;
    return undefined;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
