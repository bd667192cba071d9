/** Long work, a slice at a time: the page draws and answers in between. */

/** A frame at 60 Hz has 16 ms, and is to be drawn in it too. */
export const SLICE = 8;
/** How often it is told how far it is: telling draws. */
const TOLD = 100;

/** Does the work, the first slice at once unless it is to be `later`; `told` hears now and then, and at the end. Returns what ends it early. */
export function sliced(work: Iterator<unknown>, told: (last: boolean) => void, later = false): () => void {
  let [over, last] = [false, 0];
  const slice = () => {
    if (over) return;
    const from = performance.now();
    do over = !!work.next().done;
    while (!over && performance.now() < from + SLICE);
    if (over || from > last + TOLD) {
      last = from;
      told(over);
    }
    if (!over) void breath().then(slice);
  };
  if (later) void breath().then(slice);
  else slice();
  return () => void (over = true);
}

/** Lets the browser draw and answer. A timer would wait four milliseconds each time. */
export function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
