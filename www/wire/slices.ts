/** Long work, a slice at a time: the page draws and answers in between. */

/** A frame at 60 Hz has 16 ms, and is to be drawn in it too. */
const SLICE = 8;
/** How often it is told how far it is: telling draws. */
const TOLD = 100;

/** Does the work, the first slice at once unless it is to be `later`; `told` hears now and then, and at the end. Returns what ends it early. */
export function sliced(work: Iterator<unknown>, told: (last: boolean) => void, later = false): () => void {
  const { port1, port2 } = new MessageChannel();
  let [over, last] = [false, 0];
  const end = () => {
    over = true;
    port1.close();
  };
  const slice = () => {
    if (over) return;
    const from = performance.now();
    do if (work.next().done) end();
    while (!over && performance.now() < from + SLICE);
    if (over || from > last + TOLD) {
      last = from;
      told(over);
    }
    // A timer would wait four milliseconds each time.
    if (!over) port2.postMessage(undefined);
  };
  port1.onmessage = slice;
  if (later) port2.postMessage(undefined);
  else slice();
  return end;
}
