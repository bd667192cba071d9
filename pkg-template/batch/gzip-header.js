// The header of a gzip file (RFC 1952). The reader in `gzip/inflate.js` has one of its own: the build joins it into core.js, where nobody can import it from.

const [HEADER_CHECKSUM, EXTRA, NAME, COMMENT] = [2, 4, 8, 16];
/** A name and a comment may be of any length. One of more bytes belongs to nobody, and would be held until its end. */
const LONGEST = 1 << 17;

/** Where the header ends; nothing if more bytes are needed to tell; NaN if it is not a header. */
export function headerEnd(bytes) {
  if (bytes.length < 10) return undefined;
  const flags = bytes[3];
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8 || flags & 0xe0) return NaN;
  let end = 10;
  if (flags & EXTRA) end += 2 + (bytes[end] | (bytes[end + 1] << 8));
  for (const flag of [NAME, COMMENT])
    if (flags & flag) {
      const zero = bytes.indexOf(0, end);
      if (zero < 0) return bytes.length > LONGEST ? NaN : undefined;
      end = zero + 1;
    }
  if (flags & HEADER_CHECKSUM) end += 2;
  return end <= bytes.length ? end : undefined;
}
