// The checks that the shapes of all wires share, and the list that collects their results.

export const PICTURES = /^image\/(jpeg|png|gif|webp)$/;
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const isText = (value) => typeof value === "string";
export const isData = (value) => isText(value) && value.length > 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
/** Returns true for an address on the network, or one of the vendor's own. */
export const isUrl = (value) => isText(value) && /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(value);
/** Returns true for data as an address, as in chats. */
export const isDataUrl = (value) => isText(value) && /^data:[\w.+-]+\/[\w.+-]+(;[\w.+-]+=[^;,]*)*;base64,[A-Za-z0-9+/]+={0,2}$/.test(value);
export const isAddress = (value) => (isText(value) && value.startsWith("data:") ? isDataUrl(value) : isUrl(value));
export const isName = (value) => isText(value) && value.length > 0;

/** Collects faults: `need(true)` adds none. */
export class Faults {
  list = [];
  need(holds, where, what) {
    if (!holds) this.list.push(`${where}: ${what}`);
    return Boolean(holds);
  }
}

/** Checks a list of parts by their type; `kinds` has a check for each allowed type. */
export function checkParts(parts, kinds, where, faults) {
  parts.forEach((part, nth) => {
    const at = `${where}/${nth}`;
    const kind = kinds[part?.type];
    if (faults.need(kind, at, `no part «${part?.type}» stands here`)) faults.need(kind(part, at, faults) !== false, at, `«${part.type}» is not whole`);
  });
}
