/**
 * Reads a transcript into a session, in slices: the page stays usable, shows what is known so far, and says how far it is.
 */
import type { TranscriptRecord } from "rethought/slim";
import type { Core } from "../core";
import { Session } from "../session/session";
import { core, reading, revision, show, trouble } from "../state";
import { filled, words } from "../words";

/** How long a slice may take: a frame at 60 Hz has 16 ms. */
const SLICE = 12;
/** How much is read at once. */
const CHUNK = 256 << 10;

let current = 0;

/** Opens a transcript; another one that is being read is left. */
export async function openTranscript(name: string, source: Blob | string): Promise<void> {
  const started = core.value;
  if (!started) return;
  const mine = ++current;
  const blob = typeof source === "string" ? new Blob([source]) : source;
  const session = new Session(started);
  reading.value = { name, done: 0, total: blob.size };
  try {
    await read(started, name, blob, session, () => mine === current);
  } catch (error) {
    if (mine === current) trouble.value = filled(words.open.failed, name, error instanceof Error ? error.message : String(error));
  } finally {
    if (mine === current) reading.value = undefined;
  }
}

async function read(started: Core, name: string, blob: Blob, session: Session, goesOn: () => boolean): Promise<void> {
  const reader = new started.TranscriptReader();
  let [shown, since] = [false, performance.now()];
  const slice = async (done: number) => {
    if (performance.now() - since < SLICE) return;
    reading.value = { name, done, total: blob.size };
    if (shown) revision.value += 1;
    await breath();
    since = performance.now();
  };
  const take = async (records: readonly TranscriptRecord[], done: number) => {
    for (const record of records) {
      if (!goesOn()) return;
      session.take(record);
      // The first exchange is shown at once: what follows only adds to it.
      if (!shown && session.exchanges.length) {
        show(name, reader.format ?? "", session);
        shown = true;
      }
      await slice(done);
    }
    await slice(done);
  };
  let done = 0;
  for await (const chunk of chunks(blob)) {
    if (!goesOn()) return;
    done += chunk.length;
    await take(reader.push(chunk), Math.min(done, blob.size));
  }
  await take(reader.finish(), blob.size);
  if (!goesOn()) return;
  session.finish();
  if (!session.exchanges.length) {
    trouble.value = session.faults[0] ? filled(words.open.unread, name, String(session.faults[0].line), session.faults[0].reason) : filled(words.open.unknown, name);
    return;
  }
  revision.value += 1;
}

/** The bytes of a file, out of gzip if they are in it. */
async function* chunks(blob: Blob): AsyncGenerator<Uint8Array> {
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const stream = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let next = await stream.read(); !next.done; next = await stream.read()) yield next.value;
    return;
  }
  for (let at = 0; at < blob.size; at += CHUNK) yield new Uint8Array(await blob.slice(at, at + CHUNK).arrayBuffer());
}

/** Lets the browser draw and answer. A timer would wait four milliseconds each time. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
