/** Numbers as people read them. */
const UNITS = ["B", "kB", "MB", "GB"] as const;

/** Formats a count of bytes: 381 B, 12 kB, 1.4 MB. */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit && size < 10 ? size.toFixed(1).replace(".0", "") : Math.round(size)} ${UNITS[unit]}`;
}

// The formatter is made once: making one takes longer than everything the page formats with it.
const { format } = new Intl.NumberFormat("en");

/** Formats a number with commas: 1,204. */
export const formatNumber = (count: number): string => format(count);

/** The day and time of a timestamp, which may be milliseconds since 1970; one of another form is shown unchanged. */
export function dayAndTime(time: string): string {
  const iso = /^\d{13}$/.test(time) ? new Date(Number(time)).toISOString() : time;
  return iso.replace(/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d).*$/, "$1 $2").slice(0, 24);
}

/** The time of day of a timestamp. */
export const timeOfDay = (time: string): string => /[T ](\d\d:\d\d:\d\d)/.exec(/^\d{13}$/.test(time) ? new Date(Number(time)).toISOString() : time)?.[1] ?? time.slice(0, 24);

/** A count with its noun: "1 thought", "1,204 thoughts". */
export const plural = (count: number, one: string, many = `${one}s`): string => `${format(count)} ${count === 1 ? one : many}`;
