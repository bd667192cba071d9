// The doctor: what killed a session, and the edit of its file. The file is read twice if it has to be edited, so memory is bounded by its longest line.
import * as glue from "../wasm/glue.js";
import { rowsFor } from "../audit/audit.js";
import { InputError, InternalError } from "../errors/index.js";
import { chunksOf } from "../exchange/stream.js";
import { unpacked } from "../gzip/unpacked.js";
import { bytesOf, stringOf } from "../text/input.js";
import { isZip } from "../zip/directory.js";
import { optionsFrom } from "../text/options.js";
import { generation, withInstance } from "../wasm/recover.js";

/** The number of bytes that cross at once. */
const STRIDE = 1 << 20;

export async function diagnose(source, options) {
  const given = optionsFrom(options, ["because", "model", "host", "account"]);
  for (const name of ["because", "model", "host"]) if (given[name] !== undefined) stringOf(given[name], name);
  if (given.account !== undefined && given.account !== "other") throw new InputError(`account must be other (got ${String(given.account)})`, { code: "E_INPUT", pointer: "/account" });
  const open = await reopening(source);
  // The audit in wasm needs the rows of the tables.
  rowsFor();
  const patient = withInstance(() => ({ number: glue.doctorOpen(new TextEncoder().encode(JSON.stringify(given))), generation }));
  try {
    const diagnosis = (await readOnce(patient, open())) ?? (await readOnce(patient, open()));
    return JSON.parse(diagnosis);
  } catch (error) {
    if (patient.generation === generation) withInstance(() => glue.doctorDrop(patient.number));
    throw error;
  }
}

/** Reads the whole file. Returns the diagnosis, or `undefined` if the file has to be read again. */
async function readOnce({ number, generation: own }, source) {
  const ask = (call) =>
    withInstance(() => {
      if (own !== generation) throw new InternalError("The file was lost with its wasm instance: diagnose it again.", { code: "E_INTERNAL" });
      return call();
    });
  let isFirst = true;
  for await (const chunk of unpacked(chunksOf(source), Infinity)) {
    const bytes = bytesOf(chunk, "chunk");
    if (isFirst && isZip(bytes)) throw new InputError("a zip archive has several files: diagnose each of `filesInArchive`", { code: "E_INPUT" });
    isFirst = false;
    for (let at = 0; at < bytes.length; at += STRIDE) ask(() => glue.doctorPush(number, bytes.subarray(at, at + STRIDE)));
  }
  return ask(() => glue.doctorFinish(number));
}

/** Returns a function that opens the source from its beginning, each time. A source that can be read once is kept. */
async function reopening(source) {
  if (typeof source === "function") return source;
  if (typeof source?.stream === "function") return () => source.stream();
  if (typeof source === "string" || ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return () => [source];
  if (Array.isArray(source)) return () => source;
  const chunks = [];
  for await (const chunk of chunksOf(source)) chunks.push(chunk);
  return () => chunks;
}
