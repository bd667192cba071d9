/** A conversation that a transcript tells message by message: its requests are put together when they are asked for. */
import type { Wire } from "rethought/slim";
import { bytesOf } from "../bytes";
import { described } from "./wires";

const COMMA = bytesOf(",");
const END = bytesOf("]}");


export class Conversation {
  /** The request up to its list of messages. */
  readonly #head: Uint8Array;
  readonly #pieces: Uint8Array[] = [];
  /** Where each piece ends in the request. */
  readonly #ends: number[] = [];
  readonly #opening: string;

  constructor(opening: Uint8Array | undefined, wire: Wire | undefined) {
    const text = new TextDecoder().decode(opening ?? bytesOf("{}")).trimEnd().replace(/\}$/, "").trimEnd();
    const list = described(wire)?.list ?? "messages";
    this.#opening = text;
    this.#head = bytesOf(`${text}${text.endsWith("{") ? "" : ","}"${list}":[`);
  }

  /** How many pieces there are: what names the request that has been told so far. */
  get length(): number {
    return this.#pieces.length;
  }

  /** How many bytes its request has by now. */
  get size(): number {
    return this.offset(this.length) + END.length;
  }

  /** Where the first pieces end in the request. */
  offset(length: number): number {
    return this.#ends[length - 1] ?? this.#head.length;
  }

  /** Whether a setting was recorded. */
  isSet(name: string): boolean {
    return this.#opening.includes(`"${name}"`);
  }

  /** Adds messages, with commas between them. */
  add(messages: Uint8Array | undefined): void {
    if (!messages?.length) return;
    this.#ends.push(this.offset(this.length) + messages.length + (this.length ? 1 : 0));
    this.#pieces.push(messages);
  }

  /** The request with the first pieces in it. */
  request(length: number): Uint8Array {
    const pieces = this.#pieces.slice(0, length).flatMap((piece, nth) => (nth ? [COMMA, piece] : [piece]));
    return joined([this.#head, ...pieces, END]);
  }
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
