// The day of a result, in UTC.

const DATE = /^(20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/;
/** A time with an offset from UTC. */
const OFFSET = /[+-]\d\d:?\d\d$/;
/** The digits of a time since 1970, and how many of its units are a millisecond. */
const EPOCHS = { 10: 1e-3, 13: 1, 16: 1e3, 19: 1e6 };

/**
 * Returns the day of a time as `YYYY-MM-DD`, or an empty text if it is not between 2000 and 2099. The time is ISO 8601, or counted since 1970 in s,
 * ms, µs or ns.
 */
export function dayOf(time) {
  if (typeof time !== "string" && typeof time !== "number") return "";
  const text = String(time);
  if (DATE.test(text)) return OFFSET.test(text.slice(10)) ? written(Date.parse(text)) || text.slice(0, 10) : text.slice(0, 10);
  const whole = /^(\d+)(?:\.\d+)?$/.exec(text)?.[1];
  const scale = whole && EPOCHS[whole.length];
  return scale ? written(Number(whole) / scale) : "";
}

function written(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "";
  const day = new Date(milliseconds).toISOString().slice(0, 10);
  return DATE.test(day) ? day : "";
}
