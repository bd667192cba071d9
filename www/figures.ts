/** Numbers as people read them. */
const UNITS = ["B", "kB", "MB", "GB"] as const;

/** A count of bytes: 381 B, 12 kB, 1.4 MB. */
export function sizeOf(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  return `${unit && size < 10 ? size.toFixed(1).replace(".0", "") : Math.round(size)} ${UNITS[unit]}`;
}

// Made once: to make one takes longer than all it formats.
const { format } = new Intl.NumberFormat("en");

/** A number with commas: 1,204. */
export const grouped = (count: number): string => format(count);
