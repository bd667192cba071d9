// The checksum of gzip.

/** Continues a checksum over more bytes. The first checksum is 0. */
export function crc32(checksum, bytes) {
  table ??= tableOfBytes();
  let rest = ~checksum;
  for (let at = 0; at < bytes.length; at++) rest = table[(rest ^ bytes[at]) & 0xff] ^ (rest >>> 8);
  return ~rest >>> 0;
}

let table;

/** The checksums of all bytes. */
function tableOfBytes() {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
    return rest;
  });
}
