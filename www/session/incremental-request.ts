/** The requests of a conversation that a transcript records message by message. A request is built when somebody asks for it. */
import type { Wire } from "rethought/slim";
import { concatBytes, encodeText } from "../bytes";
import { describeWire } from "./wires";

const COMMA = encodeText(",");
const END = encodeText("]}");

export class IncrementalRequest {
  /** The request up to its list of messages. */
  readonly #head: Uint8Array;
  readonly #pieces: Uint8Array[] = [];
  /** The offset in the request at which each piece ends. */
  readonly #ends: number[] = [];

  constructor(opening: Uint8Array | undefined, wire: Wire | undefined) {
    const text = new TextDecoder().decode(opening ?? encodeText("{}")).trimEnd().replace(/\}$/, "").trimEnd();
    const list = describeWire(wire)?.list ?? "messages";
    this.#head = encodeText(`${text}${text.endsWith("{") ? "" : ","}"${list}":[`);
  }

  /** The number of pieces so far. */
  get length(): number {
    return this.#pieces.length;
  }

  /** The size of the request so far, in bytes. */
  get size(): number {
    return this.endOf(this.length) + END.length;
  }

  /** The offset in the request at which its first `length` pieces end. */
  endOf(length: number): number {
    return this.#ends[length - 1] ?? this.#head.length;
  }

  /** Appends messages: JSON values with commas between them. */
  append(messages: Uint8Array | undefined): void {
    if (!messages?.length) return;
    this.#ends.push(this.endOf(this.length) + messages.length + (this.length ? 1 : 0));
    this.#pieces.push(messages);
  }

  /** Builds the request with its first `length` pieces. */
  build(length: number): Uint8Array {
    const pieces = this.#pieces.slice(0, length).flatMap((piece, nth) => (nth ? [COMMA, piece] : [piece]));
    return concatBytes([this.#head, ...pieces, END]);
  }
}
