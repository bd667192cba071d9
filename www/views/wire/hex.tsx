/** Sixteen bytes of a body that is no text. */
import { grouped } from "../../figures";
import { firstFrom } from "../../wire/find";
import type { Found } from "../../wire/pieces";

export function Hex({ body, nth, found: { places, size, current } }: { body: Uint8Array; nth: number; found: Found }) {
  const start = nth * 16;
  const bytes = [...body.subarray(start, start + 16)];
  const match = size ? firstFrom(places, start - size + 1) : -1;
  const has = size && (places[match] ?? Infinity) < start + 16;
  const hex = bytes.map((byte, at) => byte.toString(16).padStart(2, "0") + (at === 7 ? " " : "")).join(" ");
  return (
    <div class="wire-line wire-hex">
      <span class="wire-gutter">{grouped(start)}</span>
      <span class="wire-shape" />
      <span class={`wire-row ${has ? (match === current ? "current" : "found") : ""}`}>
        <span class="wire-number">{hex.padEnd(49)}</span>
        <span class="wire-string">{bytes.map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("")}</span>
      </span>
    </div>
  );
}
