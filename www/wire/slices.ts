/** Long work, a slice at a time: the page draws and answers in between. */

/** A frame at 60 Hz has 16 ms. */
const SLICE = 12;

/** Does the work, the first slice at once; `told` hears after each. Returns what ends it early. */
export function sliced(work: Iterator<unknown>, told: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  let over = false;
  const end = () => {
    over = true;
    port1.close();
  };
  const slice = () => {
    if (over) return;
    const until = performance.now() + SLICE;
    do if (work.next().done) end();
    while (!over && performance.now() < until);
    told();
    // A timer would wait four milliseconds each time.
    if (!over) port2.postMessage(undefined);
  };
  port1.onmessage = slice;
  slice();
  return end;
}
