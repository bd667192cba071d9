/** The positions of the parts of the timeline. */

/** The measures of the drawing, in pixels. */
export interface Scale {
  readonly width: number;
  readonly height: number;
  /** Columns share the width. If there are too many exchanges, a column shows several. */
  readonly columnWidth: number;
  readonly exchangesPerColumn: number;
  /** The lower edges of the three lanes: models, thoughts, verdicts. */
  readonly bandBottom: number;
  readonly thoughtsBottom: number;
  readonly verdictsBottom: number;
}

/** The smallest and the largest width of a column. */
const MIN_COLUMN = 6;
const MAX_COLUMN = 72;

export function makeScale(width: number, count: number): Scale {
  const isNarrow = width < 480;
  const height = isNarrow ? 48 : 72;
  const exchangesPerColumn = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / MIN_COLUMN))));
  const columnWidth = Math.min(MAX_COLUMN, width / Math.max(1, Math.ceil(count / exchangesPerColumn)));
  const bottoms = isNarrow ? { bandBottom: 12, thoughtsBottom: 29, verdictsBottom: 40 } : { bandBottom: 17, thoughtsBottom: 48, verdictsBottom: 62 };
  return { width, height, exchangesPerColumn, columnWidth, ...bottoms };
}

/** The left edge of an exchange, which may be a fraction. */
export const xOfExchange = ({ columnWidth, exchangesPerColumn }: Scale, nth: number): number => (nth / exchangesPerColumn) * columnWidth;
