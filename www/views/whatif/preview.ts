/** The first lines of a body, broken and indented as pretty-printed JSON. */
import { decodeText } from "../../bytes";
import { CONTINUED, DEPTH, Rows } from "../../wire/rows";

const MAX_LINES = 400;
/** The maximum number of bytes of a line. */
const WIDTH = 100;

export function previewJson(body: Uint8Array): { text: string; isWhole: boolean } {
  const rows = new Rows(body, WIDTH);
  const work = rows.build();
  let isDone = false;
  while (!isDone && rows.length <= MAX_LINES) isDone = !!work.next().done;
  const lines: string[] = [];
  for (let row = 0; row < Math.min(rows.length, MAX_LINES); row++) {
    const depth = (rows.flags(row) & DEPTH) + (rows.flags(row) & CONTINUED ? 1 : 0);
    lines.push("  ".repeat(depth) + decodeText(body, rows.start(row), rows.start(row + 1)).trimEnd());
  }
  return { text: lines.join("\n"), isWhole: isDone && rows.length <= MAX_LINES };
}
