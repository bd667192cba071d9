// The header of a gzip file (RFC 1952). The reader in `gzip/inflate.js` has a copy: the build joins it into core.js, from which nobody can import it.

const [HEADER_CHECKSUM, EXTRA, NAME, COMMENT] = [2, 4, 8, 16];
/** The maximum length of a header. A name and a comment may have any length, and would be held until their end. */
const LONGEST = 1 << 17;

/** Returns where the header ends, nothing if more bytes are needed, or NaN if it is not a header. */
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
