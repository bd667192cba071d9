/** Text as bytes, and back. */
const [decoder, encoder] = [new TextDecoder("utf-8", { ignoreBOM: true }), new TextEncoder()];

/** The text of a stretch of bytes, or of all of them. */
export const textOf = (body: Uint8Array, start = 0, end = body.length): string => decoder.decode(body.subarray(start, end));

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);
