// The files in a zip archive, of a Blob or of bytes.
import { InputError } from "../errors/index.js";
import { checkMember, directoryPlace, HEADER_BYTES, isZip, memberParts, memberPlace, readDirectory, sessionFiles, TAIL_BYTES } from "./directory.js";

export { isZip } from "./directory.js";

/** The files in an archive that is a Blob: `{name, size, stream()}`. Each is read when it is asked for. A file that cannot be unpacked has an `error` in place of its stream. */
export async function filesInArchive(archive) {
  if (typeof archive?.slice !== "function" || typeof archive.stream !== "function") throw new InputError("an archive must be a Blob", { code: "E_INPUT" });
  const bytesOf = async (start, end) => new Uint8Array(await archive.slice(Math.max(0, start), end).arrayBuffer());
  if (!isZip(await bytesOf(0, 4))) throw new InputError("it is not a zip archive", { code: "E_INPUT" });
  const place = directoryPlace(await bytesOf(archive.size - TAIL_BYTES, archive.size), archive.size);
  return sessionFiles(readDirectory(await bytesOf(place.start, place.end))).map((file) => ({
    name: file.name,
    size: file.size,
    async blob() {
      checkMember(file);
      const { start, end } = memberPlace(file, await bytesOf(file.at, file.at + HEADER_BYTES), archive.size);
      return new Blob(memberParts(file, archive.slice(start, end)));
    },
    async *stream() {
      const reader = (await this.blob()).stream().getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    },
  }));
}

/** The files in an archive that is in memory: `{name, size, read()}`, where `read` gives the bytes of the file, or gzip of them. */
export function filesInBytes(archive) {
  const { start, end } = directoryPlace(archive.subarray(Math.max(0, archive.length - TAIL_BYTES)), archive.length);
  return sessionFiles(readDirectory(archive.subarray(start, end))).map((file) => ({
    name: file.name,
    size: file.size,
    read() {
      checkMember(file);
      const place = memberPlace(file, archive.subarray(file.at, file.at + HEADER_BYTES), archive.length);
      return memberParts(file, archive.subarray(place.start, place.end));
    },
  }));
}
