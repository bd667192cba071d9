/** Shows a session while its file grows. The server is asked for what is new, and only complete lines are shown. */
import { batch, signal } from "@preact/signals";
import type { SessionReader } from "rethought/slim/sessions";
import type { Core } from "../core/core";
import { Session } from "../session/session";
import { SLICE_MS, yieldToBrowser } from "../slices";
import { chooseExchange, chosenIndex, exchanges, opened, revision, showSession, trouble, wholeFile } from "../state";
import { findWorstExchange } from "./arrival";
import { fetchServed } from "./fetch-served";
import { notice, source } from "./source";
import { waitForCore } from "./wait-for-core";

/** The file that is followed. */
export const following = signal<{ name: string } | undefined>(undefined);

/** Milliseconds between two questions. */
const PAUSE_MS = 500;
/** Bytes that are asked for again: if they differ, the file was not appended to but written again. */
const OVERLAP = 256;
const PIECE_BYTES = 32 << 10;
/** A file that did not grow for so long is quiet. */
const QUIET_MS = 1200;
/** The largest file that is read again when it is quiet. */
const SETTLED_BYTES = 16 << 20;
/** The least time between two diagnoses of a file that grows. */
const DIAGNOSIS_MS = 2000;

interface FollowedFile {
  readonly name: string;
  readonly path: string;
  readonly number: number;
}

/** Follows a file until another one is opened, or until the server stops. */
export async function followFile(file: FollowedFile): Promise<void> {
  const core = await waitForCore();
  if (!core) return;
  const mine = (following.value = { name: file.name });
  const run = new FollowRun(core, file);
  while (following.value === mine) {
    try {
      await run.look();
    } catch {
      following.value = undefined;
      notice.value = `The server stopped, so ${file.name} is no longer followed. The page shows what was read until then.`;
      return;
    }
    // Something else was opened in this page.
    if (run.session && opened.value?.session !== run.session) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  if (following.value === mine) following.value = undefined;
}

class FollowRun {
  session: Session | undefined;
  readonly #core: Core;
  readonly #file: FollowedFile;
  #whole = new Blob();
  #identity = "";
  /** The reader, once it knows the format. Before that the file is short and is read again each time. */
  #reader: SessionReader | undefined;
  /** True if the end of the file was read as the end of the session. */
  #isSettled = false;
  #lastGrowth = 0;
  #lastDiagnosis = 0;

  constructor(core: Core, file: FollowedFile) {
    [this.#core, this.#file] = [core, file];
  }

  /** Asks for what is new, and shows it. */
  async look(): Promise<void> {
    const from = Math.max(0, this.#whole.size - OVERLAP);
    const answer = await fetchServed(this.#file.number, from);
    if (!answer.ok) {
      trouble.value = `${this.#file.name} cannot be read: ${(await answer.text()).trim()}`;
      return;
    }
    const bytes = await answer.arrayBuffer();
    const identity = answer.headers.get("x-rethought-file") ?? "";
    const kept = new Uint8Array(await this.#whole.slice(from).arrayBuffer());
    const isSame = identity === this.#identity && startsWith(new Uint8Array(bytes), kept);
    if (!isSame && this.#whole.size) return this.#startAgain();
    this.#identity = identity;
    const added = bytes.slice(kept.length);
    if (added.byteLength) await this.#add(new Uint8Array(added));
    else if (this.#reader && !this.#isSettled && performance.now() - this.#lastGrowth > QUIET_MS && this.#whole.size <= SETTLED_BYTES) await this.#settle();
    else if (!this.session && !this.#whole.size) notice.value = `${this.#file.name} is empty. The page waits for its first line.`;
    this.#offerDiagnosis();
  }

  /** The file was replaced or rewritten: the next look reads it from its beginning. */
  #startAgain(): void {
    [this.#whole, this.#identity, this.#reader] = [new Blob(), "", undefined];
  }

  /** An answer may have several lines, so the last one is shown when its file is quiet: the whole file is read as if it had ended. */
  async #settle(): Promise<void> {
    this.#isSettled = true;
    const session = new Session(this.#core);
    const reader = new this.#core.SessionReader();
    await push(reader, new Uint8Array(await this.#whole.arrayBuffer()), session);
    for (const record of reader.finish()) session.add(record);
    session.finish();
    if (session.exchanges.length > (this.session?.exchanges.length ?? 0)) this.#show(session, reader.format ?? "");
  }

  async #add(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#whole = new Blob([this.#whole, bytes]);
    this.#lastGrowth = performance.now();
    const wasSettled = this.#isSettled;
    this.#isSettled = false;
    if (this.#reader && this.session && !wasSettled) {
      const wasLast = chosenIndex.value >= exchanges.value.length - 1;
      await push(this.#reader, bytes, this.session);
      revision.value += 1;
      if (wasLast) chooseExchange(exchanges.value.length - 1);
      return;
    }
    const session = new Session(this.#core);
    const reader = new this.#core.SessionReader();
    await push(reader, new Uint8Array(await this.#whole.arrayBuffer()), session);
    const isDecided = reader.format !== undefined;
    if (!isDecided) {
      // Too short for a decision: what is there is read as if it were all.
      for (const record of reader.finish()) session.add(record);
      session.finish();
    }
    this.#reader = isDecided ? reader : undefined;
    this.#show(session, reader.format ?? "");
  }

  #show(session: Session, format: string): void {
    if (!session.exchanges.length) {
      notice.value = `${this.#file.name} has no exchange yet. The page waits for one.`;
      return;
    }
    const last = this.session && chosenIndex.value < exchanges.value.length - 1 ? chosenIndex.value : undefined;
    this.session = session;
    batch(() => {
      notice.value = undefined;
      source.value = { kind: "listed", path: this.#file.path };
      showSession({ name: this.#file.name, format, session, blob: this.#whole });
      chooseExchange(last ?? (session.exchanges.at(-1)?.refusal ? session.exchanges.length - 1 : findWorstExchange(session.exchanges)));
    });
    document.documentElement.dataset.session = "whole";
  }

  #offerDiagnosis(): void {
    const now = performance.now();
    if (!this.session || opened.value?.session !== this.session || wholeFile.value === this.#whole || now - this.#lastDiagnosis < DIAGNOSIS_MS) return;
    this.#lastDiagnosis = now;
    wholeFile.value = this.#whole;
  }
}

/** Gives a reader its bytes piece by piece, with pauses for the browser. */
async function push(reader: SessionReader, bytes: Uint8Array, session: Session): Promise<void> {
  let sliceStart = performance.now();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    for (const record of reader.push(bytes.subarray(at, at + PIECE_BYTES))) session.add(record);
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await yieldToBrowser();
    sliceStart = performance.now();
  }
}

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean => bytes.length >= start.length && start.every((byte, nth) => bytes[nth] === byte);
