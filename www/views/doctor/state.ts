/** The diagnosis of the open file. It is made when the file was read, so that the page shows the session first. */
import { effect, signal } from "@preact/signals";
import type { Diagnosis } from "rethought/slim/sessions";
import { errorMessage } from "../../errors";
import { diagnoseFile, unpackedFile } from "../../open/diagnosis";
import { core, opened, type OpenSession, reading, wholeFile } from "../../state";

/** The diagnosis of a transcript, or why there is none. Both are missing while it is made. */
export const diagnosed = signal<{ transcript: OpenSession; file: Blob; plain?: Blob; diagnosis?: Diagnosis; trouble?: string } | undefined>(undefined);

effect(() => {
  const transcript = opened.value;
  const started = core.value;
  const file = wholeFile.value;
  if (!transcript || !started || !file || reading.value) return;
  const last = diagnosed.peek();
  if (last?.transcript === transcript && last.file === file) return;
  // An older diagnosis of a file that grows stays until the new one is there.
  const mine = { transcript, file, ...(last?.transcript === transcript && last.diagnosis && last.plain ? { diagnosis: last.diagnosis, plain: last.plain } : {}) };
  diagnosed.value = mine;
  const isWanted = () => opened.peek() === transcript && wholeFile.peek() === file;
  const diagnose = async () => {
    // The edits are of the unpacked bytes.
    const plain = await unpackedFile(file);
    const diagnosis = await diagnoseFile(started, plain, isWanted);
    if (diagnosis && isWanted()) diagnosed.value = { transcript, file, plain, diagnosis };
  };
  diagnose().catch(
    (error: unknown) => isWanted() && (diagnosed.value = { transcript, file, trouble: errorMessage(error) }),
  );
});
