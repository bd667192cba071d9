/**
 * Reads a transcript into a session, in slices: the page stays usable, shows what is known so far, says how far it is, and can be stopped.
 */
import { batch } from "@preact/signals";
import type { TranscriptReader } from "rethought/slim";
import { reasonOf } from "../reason";
import { Session } from "../session/session";
import type { View } from "../share/view";
import { formats } from "../shell";
import { breath, SLICE } from "../slices";
import { close, reading, revision, show, trouble } from "../state";
import { filled, words } from "../words";
import { arrive } from "./arrival";
import { chunks } from "./chunks";
import { awaited, notice, source, type Source } from "./source";
import { running } from "./running";

/** One transcript on its way in. */
interface Run {
  readonly name: string;
  readonly blob: Blob;
  readonly from: Source;
  readonly session: Session;
  readonly reader: TranscriptReader;
  /** Another was opened, or the page went back to its beginning. */
  left: boolean;
  /** Whoever reads has seen enough. */
  stopped: boolean;
  shown: boolean;
  /** Something was found, and shown at once. */
  found: boolean;
  done: number;
  /** When this slice began, and when the views were last told. */
  since: number;
  told: number;
}

/** How often the views are told of what is new: they draw all of it each time, which has to cost less than the reading. */
const TELLING = 400;

let run: Run | undefined;
let asked = 0;

/** Opens a transcript, at a place if one is given; another one that is being read is left. */
export async function openTranscript(name: string, content: Blob | string, from: Source = { way: "file" }, view?: View): Promise<void> {
  const mine = ++asked;
  leave();
  batch(() => ([trouble.value, notice.value] = [undefined, undefined]));
  const started = await running();
  if (!started || mine !== asked) return;
  const blob = typeof content === "string" ? new Blob([content]) : content;
  const now: Run = { name, blob, from, session: new Session(started), reader: new started.TranscriptReader(), left: false, stopped: false, shown: false, found: false, done: 0, since: performance.now(), told: 0 };
  run = now;
  reading.value = { name, done: 0, total: blob.size };
  mark("reading");
  let fault: string | undefined;
  try {
    await read(now);
  } catch (error) {
    // Browsers end their messages with a point, and so does the sentence.
    fault = reasonOf(error).replace(/\.$/, "");
  }
  if (now.left) return;
  const byHand = !["example", "link", "page"].includes(from.way);
  batch(() => {
    reading.value = undefined;
    finish(now, fault, view ?? (byHand ? awaited.value : undefined));
  });
  await readOn(now);
  if (run === now) run = undefined;
}

/** What only the timeline shows of a long session is read last, while it is already looked at. */
async function readOn(run: Run): Promise<void> {
  let told = performance.now();
  while (!run.left && run.session.readOn(performance.now() + SLICE)) {
    if (performance.now() - told >= 4 * TELLING) {
      revision.value += 1;
      told = performance.now();
    }
    await breath();
  }
  if (!run.left) revision.value += 1;
}

/** Stops reading: what was read so far stays. */
export function stopReading(): void {
  if (run) run.stopped = true;
}

/** Back to the page as it was before anything was opened. */
export function leaveTranscript(): void {
  asked += 1;
  leave();
  batch(() => {
    [source.value, notice.value, trouble.value, awaited.value] = [undefined, undefined, undefined, undefined];
    close();
  });
  mark(undefined);
}

function leave(): void {
  if (run) run.left = true;
  run = undefined;
  reading.value = undefined;
}

async function read(run: Run): Promise<void> {
  let unpacked = 0;
  for await (const { bytes, done } of chunks(run.blob)) {
    unpacked += bytes.length;
    if (!(await take(run, run.reader.push(bytes), unpacked === done))) return;
    run.done = done;
  }
  await take(run, run.reader.finish(), false);
}

/** Takes records in, and says whether to go on. Of a file that is not packed a record tells how far it is. */
async function take(run: Run, records: ReturnType<TranscriptReader["push"]>, tells: boolean): Promise<boolean> {
  for (const record of records) {
    run.session.take(record);
    if (tells) run.done = Math.max(run.done, record.offset);
    // The first finding is what one waits for.
    if (!run.found && run.session.exchanges.at(-1)?.report?.findings.length) [run.found, run.told] = [true, 0];
    // The first exchange is shown at once: what follows only adds to it.
    if (!run.shown && run.session.exchanges.length) present(run);
    if (!(await goesOn(run))) return false;
  }
  return goesOn(run);
}

async function goesOn(run: Run): Promise<boolean> {
  const now = performance.now();
  if (now - run.since >= SLICE) {
    // The bar is drawn by itself, and costs nothing.
    reading.value = { name: run.name, done: run.done, total: run.blob.size };
    if (now - run.told >= TELLING) {
      run.told = now;
      if (run.shown) revision.value += 1;
    }
    await breath();
    run.since = performance.now();
  }
  return !run.left && !run.stopped;
}

function present(run: Run): void {
  run.shown = true;
  batch(() => {
    source.value = run.from;
    show(run.name, run.reader.format ?? "", run.session);
  });
}

/** The end, of whatever kind: what there is is shown, and what there is not is said. */
function finish({ name, blob, session, reader, shown, stopped, done }: Run, fault: string | undefined, view: View | undefined): void {
  const [broken] = session.faults;
  const percent = String(blob.size ? Math.floor((100 * done) / blob.size) : 0);
  if (shown) {
    try {
      session.finish();
    } catch {
      // A last request that cannot be audited is said where it is looked at.
    }
    revision.value += 1;
    awaited.value = undefined;
    arrive(view);
    if (stopped) notice.value = filled(words.open.stopped, name, percent);
    if (fault) notice.value = filled(words.open.cut, name, percent, fault);
  } else if (stopped) notice.value = filled(words.open.stopped, name, percent);
  else if (fault) trouble.value = filled(words.open.failed, name, fault);
  else if (!blob.size) trouble.value = filled(words.open.empty, name);
  else if (broken) trouble.value = filled(words.open.unread, name, broken.line, broken.reason);
  else trouble.value = filled(reader.format ? words.open.nothing : words.open.unknown, name, formats);
  mark(shown && !fault && !stopped ? "whole" : shown ? "partial" : "none");
}

/** For those who look from outside: how much of the transcript is there, and which example it is. */
function mark(state: "reading" | "whole" | "partial" | "none" | undefined): void {
  const { dataset } = document.documentElement;
  if (state) dataset.session = state;
  else delete dataset.session;
  const from = source.value;
  if (from?.way === "example") dataset.example = from.id;
  else delete dataset.example;
}
