// The directory of a zip archive (APPNOTE.TXT 4.3): which files it has, and where their bytes are. A member that is packed with deflate becomes gzip, which
// has the same data between another header and trailer, so the readers unpack it as they unpack any gzip and check its length and sum.
import { InputError } from "../errors/index.js";

/** The end of an archive: 22 bytes, and a comment of any length up to 64 kB. */
export const TAIL_BYTES = 22 + 0xffff;
/** The header before the bytes of a member, without its name. */
export const HEADER_BYTES = 30;
const ENTRY_BYTES = 46;
const [END_MARK, ENTRY_MARK, HEADER_MARK] = [0x06054b50, 0x02014b50, 0x04034b50];
/** A number that does not fit is written so, and is then in a part of zip64. */
const MOST = 0xffffffff;
const [STORED, DEFLATED] = [0, 8];
const METHODS = { 9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz", 98: "PPMd" };
/** Folders that macOS adds, and hidden files. */
const IS_HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/;

const damaged = (reason, offset) => new InputError(`the zip archive is damaged: ${reason}`, { code: "E_ZIP_DAMAGED", offset });
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** True for the first bytes of an archive. An empty one begins with its end. */
export const isZip = (bytes) => bytes.length >= 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/** The place of the directory `{start, end}`, out of the last bytes of an archive of `size` bytes. */
export function directoryPlace(tail, size) {
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== END_MARK || at + 22 + view.getUint16(at + 20, true) > tail.length) continue;
    const [length, start] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
    if (start === MOST || view.getUint16(at + 10, true) === 0xffff) throw new InputError("the zip archive is of the kind zip64, which is not read. Unpack it, and give the files in it", { code: "E_ZIP_METHOD" });
    const end = size - tail.length + at;
    if (start + length > end) throw damaged("its directory is outside of it", end);
    return { start, end: start + length };
  }
  throw damaged("it has no directory at its end, so a part is missing", size);
}

/** The files of a directory: `{name, size, packedSize, method, crc, flags, at}`. Folders and hidden files are left out. */
export function readDirectory(bytes) {
  const [view, files] = [viewOf(bytes), []];
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; ) {
    if (view.getUint32(at, true) !== ENTRY_MARK) throw damaged("its directory has something else in it", at);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    const file = { name, flags: view.getUint16(at + 8, true), method: view.getUint16(at + 10, true), crc: view.getUint32(at + 16, true), packedSize: view.getUint32(at + 20, true), size: view.getUint32(at + 24, true), at: view.getUint32(at + 42, true) };
    if (!name.endsWith("/") && !IS_HIDDEN.test(name)) files.push(file);
    at += ENTRY_BYTES + nameLength + extraLength + commentLength;
  }
  return files;
}

/** Refuses a file that cannot be unpacked, with what to give instead. */
export function checkMember({ name, method, flags, packedSize, size, at }) {
  if (flags & 1) throw new InputError(`${name} is encrypted in its zip archive. Unpack it, and give the file`, { code: "E_ZIP_METHOD" });
  if (method !== STORED && method !== DEFLATED) {
    const instead = /\.json$/.test(name) && /^samples\//.test(name) ? "Convert the log: inspect log convert --to json --output-dir logs-as-json <file>" : "Unpack it, and give the file";
    throw new InputError(`${name} is packed with ${METHODS[method] ?? `method ${method}`} in its zip archive, which is not read. ${instead}`, { code: "E_ZIP_METHOD" });
  }
  if ([packedSize, size, at].includes(MOST)) throw new InputError(`${name} is larger than 4 GiB in its zip archive, which is not read. Unpack it, and give the file`, { code: "E_ZIP_METHOD" });
}

/** The place `{start, end}` of a member's bytes, out of the header before them. */
export function memberPlace({ name, at, packedSize }, header, size) {
  if (header.length < HEADER_BYTES || viewOf(header).getUint32(0, true) !== HEADER_MARK) throw damaged(`${name} is not where its directory says`, at);
  const start = at + HEADER_BYTES + viewOf(header).getUint16(26, true) + viewOf(header).getUint16(28, true);
  if (start + packedSize > size) throw damaged(`a part of ${name} is missing`, start);
  return { start, end: start + packedSize };
}

const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/** The parts of a member as a file: its bytes, or gzip around them. */
export function memberParts({ method, crc, size }, packed) {
  if (method === STORED) return [packed];
  const trailer = new Uint8Array(8);
  viewOf(trailer).setUint32(0, crc, true);
  viewOf(trailer).setUint32(4, size, true);
  return [GZIP_HEADER, packed, trailer];
}

/** The files that hold sessions. A log of Inspect has samples, and summaries of them. */
export function sessionFiles(files) {
  const isLog = files.some(({ name }) => name === "header.json" || name === "_journal/start.json");
  return isLog ? files.filter(({ name }) => name.startsWith("samples/")) : files;
}
