/** The text of a stretch of bytes. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const textOf = (body: Uint8Array, start: number, end: number): string => decoder.decode(body.subarray(start, end));
