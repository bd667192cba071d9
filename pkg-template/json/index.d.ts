// `rethought/json`: JSON text without loss. Values are read, found and changed in their own bytes.
import type { Like, RawBody } from "../text/body.js";
import type { Place, Scan } from "../records/index.js";

export type { Like, RawBody } from "../text/body.js";
export type { Place, Scan } from "../records/index.js";

/**
 * Reads a body once, from end to end: grammar, UTF-8, depth (512) and size (64 MiB).
 *
 * @example
 * import { scan } from "rethought/json";
 *
 * scan('{"a":[1,2]}'); // → { nodes: 5, bom: false, kind: "object" }
 *
 * @throws {JsonError} with the byte at which reading stopped.
 */
export function scan(body: RawBody): Scan;

/** A value with its place and its text as received. */
export type RawPlace<B extends RawBody> = Place & {
  /** The value's text, byte for byte: escapes, number text and inner space included. */
  raw: Like<B>;
};

/**
 * Finds the value that a JSON pointer names, and its text as received. If there are duplicate keys, the last counts, as in `JSON.parse`.
 *
 * @example
 * import { locate } from "rethought/json";
 *
 * locate('{"a":[1.0, 2]}', "/a/0").raw; // → "1.0"
 *
 * @throws {PointerError} if the pointer is none, or leads to nothing.
 */
export function locate<B extends RawBody>(body: B, pointer: string): RawPlace<B>;

/**
 * Finds the innermost value at a byte of the body; on a key, its value.
 *
 * @example
 * import { placeAt } from "rethought/json";
 *
 * placeAt('{"a":[1.0, 2]}', 7).pointer; // → "/a/0"
 */
export function placeAt<B extends RawBody>(body: B, offset: number): RawPlace<B> | undefined;

/** One change to a body, meant against the body as given. */
export type Change =
  | {
      /** Puts `json` in the place of the value. */
      op: "replace";
      pointer: string;
      json: RawBody;
    }
  | {
      /** Removes the element or the member, with its comma. */
      op: "remove";
      pointer: string;
    }
  | {
      /** Puts `json` at the end of the array. */
      op: "append";
      pointer: string;
      json: RawBody;
    }
  | {
      /** Puts `json` before the element. */
      op: "insert";
      pointer: string;
      json: RawBody;
    }
  | {
      /** Gives the member `name` of the object the value `json`: in place, or at the end if there is none. */
      op: "set";
      pointer: string;
      name: string;
      json: RawBody;
    };

/**
 * Changes a body. Every other byte stays: key order, number text, escapes, duplicate keys, space.
 * Without changes the result is the body.
 *
 * @example
 * import { edit } from "rethought/json";
 *
 * edit('{"n": 1.0, "messages":[]}', [{ op: "append", pointer: "/messages", json: "7" }]); // → '{"n": 1.0, "messages":[7]}'
 *
 * @throws {EditError} if a change does not fit its value, its text is not JSON, or two changes contradict each other.
 */
export function edit<B extends RawBody>(body: B, changes: readonly Change[]): Like<B>;

/**
 * Writes the canonical text of a value (RFC 8785, carried on so that different values never share a text).
 *
 * @example
 * import { canonical } from "rethought/json";
 *
 * canonical('{"b": 1.0, "a": "\\u0041"}'); // → '{"a":"A","b":1}'
 */
export function canonical<B extends RawBody>(body: B, pointer?: string): Like<B>;

/**
 * Computes the SHA-256 of a value's canonical text, in hexadecimal: equal for all spellings of a value.
 *
 * @example
 * import { digest } from "rethought/json";
 *
 * digest('{"a":1}') === digest('{ "a" : 1.0 }'); // → true
 */
export function digest(body: RawBody, pointer?: string): string;
