// A thread that judges batches. Their bytes are shared with the thread that reads them, which keeps them until the results are there.
import { parentPort, workerData } from "node:worker_threads";
import { Judge } from "./judge.js";

const encoder = new TextEncoder();

/** The judge, or the fault of the settings, which is told before the first line is read. */
function open() {
  try {
    return { judge: new Judge(workerData) };
  } catch ({ message }) {
    return { fault: message };
  }
}

const { judge, fault } = open();
parentPort.postMessage({ fault });

parentPort.on("message", ({ buffer, length, ...place }) => {
  const { text, tally } = judge.judge({ bytes: Buffer.from(buffer, 0, length), ...place });
  const results = encoder.encode(text);
  parentPort.postMessage({ results, tally }, [results.buffer]);
});
