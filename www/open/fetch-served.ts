/** Asks the server that the page came from for the bytes of a file, from a byte on. */
export const fetchServed = (number: number, from: number): Promise<Response> => fetch(`files/${number}?from=${from}`, { cache: "no-store" });
