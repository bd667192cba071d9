/** Runs long work in slices, so that the page can draw and respond in between. */

/** The maximum duration of one slice. A frame at 60 Hz has 16 ms, and the browser needs some of them to draw. */
export const SLICE_MS = 8;
/** The interval of progress reports. Each report draws. */
const PROGRESS_MS = 100;

/**
 * Runs `work` to its end. The first slice runs at once, or after a pause if `later` is true. Calls `onProgress` regularly, and at the end with
 * `true`. Returns a function that stops the work.
 */
export function runInSlices(work: Iterator<unknown>, onProgress: (isDone: boolean) => void, later = false): () => void {
  let isDone = false;
  let lastProgress = 0;
  const runSlice = () => {
    if (isDone) return;
    const start = performance.now();
    do isDone = !!work.next().done;
    while (!isDone && performance.now() < start + SLICE_MS);
    if (isDone || start > lastProgress + PROGRESS_MS) {
      lastProgress = start;
      onProgress(isDone);
    }
    if (!isDone) void yieldToBrowser().then(runSlice);
  };
  if (later) void yieldToBrowser().then(runSlice);
  else runSlice();
  return () => {
    isDone = true;
  };
}

/** Resolves after the browser had time to draw and to handle input. A timer would add four milliseconds each time, so this uses a message. */
export function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
