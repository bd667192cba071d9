/** One line of a body that is not text: sixteen bytes as hexadecimal numbers and as characters. */
import { formatNumber } from "../../format";
import { firstMatchFrom } from "../../wire/find";
import type { Matches } from "../../wire/highlights";

export function HexLine({ body, nth, matches: { places, size, current } }: { body: Uint8Array; nth: number; matches: Matches }) {
  const start = nth * 16;
  const bytes = [...body.subarray(start, start + 16)];
  const match = size ? firstMatchFrom(places, start - size + 1) : -1;
  const hasMatch = size && (places[match] ?? Infinity) < start + 16;
  const hex = bytes.map((byte, at) => byte.toString(16).padStart(2, "0") + (at === 7 ? " " : "")).join(" ");
  return (
    <div class="wire-line wire-hex">
      <span class="wire-gutter">{formatNumber(start)}</span>
      <span class="wire-shape" />
      <span class={`wire-row ${hasMatch ? (match === current ? "current" : "found") : ""}`}>
        <span class="wire-number">{hex.padEnd(49)}</span>
        <span class="wire-string">{bytes.map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("")}</span>
      </span>
    </div>
  );
}
