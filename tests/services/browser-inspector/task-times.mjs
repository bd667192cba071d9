// Measures how long the tasks of a page take.

/**
 * Runs `act` in the page and returns the time of every task of its main thread, in milliseconds of processor time. The browser measures its long
 * tasks by the clock: on a busy machine even an empty task is long.
 */
export async function traced(page, act, settled = () => page.waitForTimeout(300)) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  const most = await page.evaluate(act);
  await settled(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const place = ({ pid, tid }) => `${pid} ${tid}`;
  const mains = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(place));
  return { most, tasks: traceEvents.filter((event) => mains.has(place(event)) && event.name.endsWith("RunTask") && event.tdur !== undefined).map(({ tdur }) => tdur / 1000) };
}
