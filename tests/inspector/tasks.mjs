// How long a page keeps its thread.

/**
 * What every task of the page took while something was done in it, in milliseconds of its own thread: a long task as the browser reports it is
 * measured by the clock, and on a machine that is busy with other things an empty one takes long.
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
