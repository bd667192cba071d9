/** Reads a transcript into a session, in slices. Meanwhile the page stays usable, shows the part that is read so far, and can stop the reading. */
import { batch } from "@preact/signals";
import type { SessionReader, SessionRecord } from "rethought/slim/sessions";
import { errorMessage } from "../errors";
import { formatNumber } from "../format";
import type { View } from "../link/view";
import { Session } from "../session/session";
import { formatList } from "../shell";
import { SLICE_MS, yieldToBrowser } from "../slices";
import { closeSession, reading, revision, showSession, trouble, wholeFile } from "../state";
import { goToStart } from "./arrival";
import { readChunks } from "./chunks";
import { RefreshSchedule } from "./refresh-schedule";
import { notice, pendingView, source, type Source } from "./source";
import { waitForCore } from "./wait-for-core";

/** The reading of one transcript. */
interface ReadingRun {
  readonly name: string;
  readonly blob: Blob;
  readonly from: Source;
  readonly session: Session;
  readonly reader: SessionReader;
  /** True if another transcript was opened, or the page returned to its start. */
  isAbandoned: boolean;
  /** True if the person stopped the reading. */
  isStopped: boolean;
  /** True once the session is on the page. */
  isShown: boolean;
  /** True once an audit found something. */
  hasFinding: boolean;
  readBytes: number;
  /** The time at which the current slice began. */
  sliceStart: number;
  readonly refreshes: RefreshSchedule;
}

/** The bytes that are read at once. The core reads and audits some megabytes a second. */
const PIECE_BYTES = 32 << 10;
/** How often the views are drawn while answers are read that only the timeline shows. */
const PENDING_REFRESH_MS = 1600;

let currentRun: ReadingRun | undefined;
/** Grows with every call of `openTranscript`, so that an older call sees that a newer one replaced it. */
let openCount = 0;

/** Opens a transcript, at `view` if one is given. A transcript that is still being read is abandoned. */
export async function openTranscript(name: string, content: Blob | string, from: Source = { kind: "file" }, view?: View): Promise<void> {
  const mine = ++openCount;
  abandonRun();
  batch(() => {
    trouble.value = undefined;
    notice.value = undefined;
  });
  const core = await waitForCore();
  if (!core || mine !== openCount) return;
  const blob = typeof content === "string" ? new Blob([content]) : content;
  const run: ReadingRun = {
    name,
    blob,
    from,
    session: new Session(core),
    reader: new core.SessionReader(),
    isAbandoned: false,
    isStopped: false,
    isShown: false,
    hasFinding: false,
    readBytes: 0,
    sliceStart: performance.now(),
    refreshes: new RefreshSchedule(),
  };
  currentRun = run;
  reading.value = { name, done: 0, total: blob.size };
  markDocument("reading");
  let fault: string | undefined;
  try {
    await readAll(run);
  } catch (error) {
    // Browsers end their messages with a full stop. The sentence that quotes this one has its own.
    fault = errorMessage(error).replace(/\.$/, "");
  }
  if (run.isAbandoned) return;
  const isOpenedByHand = !["example", "link", "page"].includes(from.kind);
  batch(() => {
    reading.value = undefined;
    finishRun(run, fault, view ?? (isOpenedByHand ? pendingView.value : undefined));
  });
  await readPendingAnswers(run);
  if (currentRun === run) currentRun = undefined;
}

/** Reads the answers of a long session that only the timeline shows, while the session is already on the page. */
async function readPendingAnswers(run: ReadingRun): Promise<void> {
  let lastRefresh = performance.now();
  while (!run.isAbandoned && run.session.readPendingAnswers(performance.now() + SLICE_MS)) {
    if (performance.now() - lastRefresh >= PENDING_REFRESH_MS) {
      revision.value += 1;
      lastRefresh = performance.now();
    }
    await yieldToBrowser();
  }
  if (!run.isAbandoned) revision.value += 1;
}

/** Stops the reading. The part that is read stays open. */
export function stopReading(): void {
  if (currentRun) currentRun.isStopped = true;
}

/** Stops to read a transcript, if one is being read. */
export function abandonTranscript(): void {
  openCount += 1;
  abandonRun();
}

/** Closes the transcript and goes back to the start page. */
export function leaveTranscript(): void {
  openCount += 1;
  abandonRun();
  batch(() => {
    source.value = undefined;
    notice.value = undefined;
    trouble.value = undefined;
    pendingView.value = undefined;
    closeSession();
  });
  markDocument(undefined);
}

function abandonRun(): void {
  if (currentRun) currentRun.isAbandoned = true;
  currentRun = undefined;
  reading.value = undefined;
}

async function readAll(run: ReadingRun): Promise<void> {
  let unpackedBytes = 0;
  for await (const { bytes, done } of readChunks(run.blob)) {
    unpackedBytes += bytes.length;
    const isPlain = unpackedBytes === done;
    // Each piece is read and audited in one call, so a piece is short enough for a slice.
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) if (!(await addRecords(run, run.reader.push(bytes.subarray(at, at + PIECE_BYTES)), isPlain))) return;
    run.readBytes = done;
  }
  await addRecords(run, run.reader.finish(), false);
}

/**
 * Adds records to the session. Returns `false` if the reading must end. The offset of a record shows the progress in a plain file, but not in gzip.
 */
async function addRecords(run: ReadingRun, records: readonly SessionRecord[], isPlain: boolean): Promise<boolean> {
  for (const record of records) {
    run.session.add(record);
    if (isPlain && record.type !== "session") run.readBytes = Math.max(run.readBytes, record.offset);
    // People wait for the first finding, so it is drawn without delay.
    if (!run.hasFinding && run.session.exchanges.at(-1)?.report?.findings.length) {
      run.hasFinding = true;
      run.refreshes.drawSoon();
    }
    if (!run.isShown && run.session.exchanges.length) showRun(run);
    if (!(await continueOrPause(run))) return false;
  }
  return continueOrPause(run);
}

/** Yields to the browser when the slice is over. Returns `false` if the reading must end. */
async function continueOrPause(run: ReadingRun): Promise<boolean> {
  const now = performance.now();
  if (now - run.sliceStart >= SLICE_MS) {
    // Only the progress bar depends on this signal, so it may change with every slice.
    reading.value = { name: run.name, done: run.readBytes, total: run.blob.size };
    const count = run.session.exchanges.length;
    const isRefresh = run.isShown && run.refreshes.isDue(now, count);
    if (isRefresh) revision.value += 1;
    await yieldToBrowser();
    run.sliceStart = performance.now();
    if (isRefresh) run.refreshes.planNext(run.sliceStart, count);
  }
  return !run.isAbandoned && !run.isStopped;
}

function showRun(run: ReadingRun): void {
  run.isShown = true;
  batch(() => {
    source.value = run.from;
    showSession({ name: run.name, format: run.reader.format ?? "", session: run.session, blob: run.blob });
  });
}

/** Ends the reading: shows the place to begin with, or the reason why there is nothing to show. */
function finishRun({ name, blob, session, reader, isShown, isStopped, readBytes }: ReadingRun, fault: string | undefined, view: View | undefined): void {
  const [firstFault] = session.faults;
  const percent = String(blob.size ? Math.floor((100 * readBytes) / blob.size) : 0);
  if (isShown) {
    session.finish();
    revision.value += 1;
    wholeFile.value = isStopped || fault ? undefined : blob;
    pendingView.value = undefined;
    goToStart(view);
    if (isStopped) notice.value = `Stopped: ${percent} % of ${name} was read.`;
    if (fault) notice.value = `Only ${percent} % of ${name} was read: ${fault}.`;
  } else if (isStopped) notice.value = `Stopped: ${percent} % of ${name} was read.`;
  else if (fault) trouble.value = `${name} could not be opened: ${fault}.`;
  else if (!blob.size) trouble.value = `${name} is empty.`;
  else if (firstFault?.unread) trouble.value = `${name} could not be read: ${firstFault.reason}.`;
  else if (firstFault) trouble.value = `${name} could not be read: line ${formatNumber(firstFault.line)}: ${firstFault.reason}.`;
  else if (reader.format) trouble.value = `${name} has no request and no answer.`;
  else trouble.value = `${name} has an unknown format. Supported: ${formatList}.`;
  markDocument(isShown && !fault && !isStopped ? "whole" : isShown ? "partial" : "none");
}

/** Writes on the document how much of the transcript is read and which example it is, so that tests and embedding pages can wait for it. */
function markDocument(state: "reading" | "whole" | "partial" | "none" | undefined): void {
  const { dataset } = document.documentElement;
  if (state) dataset.session = state;
  else delete dataset.session;
  const from = source.value;
  if (from?.kind === "example") dataset.example = from.id;
  else delete dataset.example;
}
