// A thread that diagnoses sessions: it gets a session, and answers with the summary.
import { parentPort, workerData } from "node:worker_threads";
import { startSync } from "../wasm/recover.js";

// Compiled once for all threads.
startSync(workerData.module);
const { summaryOf } = await import("./list.js");
parentPort.on("message", async (session) => parentPort.postMessage(await summaryOf(session, workerData.options)));
