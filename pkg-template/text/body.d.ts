// Bodies as callers give them and get them back.

/** A body as it was received or is about to be sent: its text or, better, its very bytes. */
export type RawBody = string | ArrayBuffer | ArrayBufferView;

/**
 * The same, or an object: the parameters or the result of an SDK, as they are. It is written as `JSON.stringify` writes it, with two differences. Bytes become
 * base64 (Bedrock), and the names of `@openrouter/sdk` become those of the wire; both are restored. Text and bytes are the better form. `JSON.parse` loses the
 * text of numbers (`1.0`, integers past 2^53), duplicate keys and escapes. Received and changed text can then not be distinguished.
 */
export type Body = RawBody | object;

/** Text for text, bytes for bytes, an object for an object. */
export type Like<B extends Body> = B extends string ? string : B extends ArrayBuffer | ArrayBufferView ? Uint8Array : B;

/** A stretch of a body: bytes of bytes, text of all else. */
export type Raw<B extends Body> = B extends ArrayBuffer | ArrayBufferView ? Uint8Array : string;
