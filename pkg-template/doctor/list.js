// Diagnoses many sessions, in threads if there are more than a few.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { quoted } from "../cli/quoted.js";
import { diagnoseSession } from "./diagnose-file.js";
import { shownAddress } from "./places/contained.js";
import { openSession } from "./source.js";

/** So many sessions are read as fast in this thread: another one has to load the package first. */
const FEW = 24;
const MOST_THREADS = 8;

/** A row for each session `{path, …}`, in their order: the session with `state`, `diagnosis`, or with `error`. `onEach` is called after each. */
export async function diagnoseAll(sessions, options, onEach = () => {}) {
  const rows = sessions.map((session) => ({ ...session }));
  const note = (nth, result) => (Object.assign(rows[nth], result), onEach());
  if (sessions.length <= FEW) for (const [nth, session] of sessions.entries()) note(nth, await summaryOf(session, options));
  else await inThreads(sessions.map(({ path, id, isRow, bytes }) => ({ path, id, isRow, bytes })), options, note);
  return rows;
}

/** The diagnosis of a session, or its error, as data that a thread can send. */
export async function summaryOf(session, options) {
  try {
    const diagnosis = await diagnoseSession(session, options);
    const error = unreadable(diagnosis, session);
    return error ? { state: "not checked", error } : { state: diagnosis.state, diagnosis };
  } catch (error) {
    return { state: "not checked", error: error.message };
  }
}

/** The sentence about a file that is not a transcript, or one of a format that is not read. */
function unreadable({ format, faults }, session) {
  if (format === "body" && !faults.length) return `a request or an answer, not a session. To check a request: rethought audit ${session.path === "-" ? "request.json" : quoted(shownAddress(session.path))}`;
  if (format && format !== "unread" && format !== "body") return undefined;
  return isEmpty(session) ? "the file is empty" : (faults[0]?.reason ?? UNKNOWN);
}

const UNKNOWN = "it looks like no session, transcript, request or answer that is known";
/** So many bytes are looked at. */
const BLANK = 4096;

function isEmpty(session) {
  for (const chunk of openSession(session)) return chunk.length < BLANK && !chunk.toString("latin1").trim();
  return true;
}

async function inThreads(sessions, options, note) {
  const module = await WebAssembly.compile(readFileSync(new URL("../wasm/rethought.wasm", import.meta.url)));
  let next = 0;
  const work = async () => {
    const thread = new Worker(new URL("./list-worker.js", import.meta.url), { workerData: { module, options } });
    try {
      while (next < sessions.length) {
        const nth = next++;
        thread.postMessage(sessions[nth]);
        note(nth, await answerOf(thread));
      }
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(MOST_THREADS, availableParallelism()) }, work));
}

const answerOf = (thread) => new Promise((resolve, reject) => {
  const listeners = { message: resolve, error: reject };
  const off = () => Object.entries(listeners).forEach(([name, listener]) => thread.off(name, listener));
  for (const [name, done] of Object.entries(listeners)) thread.once(name, (listeners[name] = (value) => (off(), done(value))));
});
