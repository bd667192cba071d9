// A thread that judges batches. It shares their bytes with the reading thread, which keeps them until the results arrive.
import { parentPort, workerData } from "node:worker_threads";
import { Judge } from "./judge.js";

const encoder = new TextEncoder();

/** Returns the judge, or the error of the settings, which is reported before the first line is read. */
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
