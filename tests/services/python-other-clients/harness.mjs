// The programs in JavaScript import this as ./harness.mjs: a lab with a simulator, hooks, and a table of loops. It prints a line of JSON for each guarded loop.
const { judge, openNotes, openSimulator } = await import(process.env.RETHOUGHT_LOOP);

const native = globalThis.fetch;
const variant = process.env.RETHOUGHT_VARIANT;
const LONGEST = 30_000;
let current = native;
globalThis.fetch = (...args) => current(...args);

let broken = () => {};
for (const event of ["unhandledRejection", "uncaughtException"]) process.on(event, (error) => broken(error));

/** The loops that a program runs by itself, with `lab` and `noted`. */
const open = [];
process.on("exit", () => open.forEach(({ log, notes }) => notes && print({ name: "loop", log, notes })));

export async function lab({ calls, tool = "read_file", args = '{"path":"a.txt"}', seed } = {}) {
  const server = await openSimulator({ variant, calls, tool, args, seed });
  const fetch = async (input, init) => {
    const { host, pathname, search } = new URL(input.url ?? input);
    if (host.startsWith("127.")) return native(input, init);
    const given = input.url ? input : { ...init, ...(init?.body?.getReader ? { duplex: "half" } : {}) };
    return native(new Request(`${server.url}/${host}${pathname}${search}`, given));
  };
  open.push({ log: server.log });
  return { server, fetch, log: server.log, url: server.url };
}

export function noted() {
  const { notes, hooks } = openNotes();
  if (open.length) open.at(-1).notes = notes;
  const told = { report: [], repaired: [], refused: [], recorded: [], error: [] };
  const both = (name, hook) => (...args) => (told[name].push(args[0]), hook?.(...args));
  const named = (name) => `on${name[0].toUpperCase()}${name.slice(1)}`;
  return { told, notes, hooks: Object.fromEntries(Object.keys(told).map((name) => [named(name), both(name, hooks[named(name)])])) };
}

export async function table(name, guard, cases, { seeds = [1], labOptions = {} } = {}) {
  for (const [vendor, isStream, run] of cases)
    for (const seed of seeds) {
      const one = await lab({ ...labOptions, seed });
      const { told, notes, hooks } = noted();
      open.pop();
      const fetch = guard(one.fetch, { mode: "repair", ...hooks });
      current = fetch;
      const end = await ended(() => run({ fetch, isStream, lab: one, told }));
      await fetch.settled();
      current = native;
      print({ name: `${name}, ${vendor}, ${isStream ? "streamed" : "whole"}`, log: one.log, notes, end });
      await one.server.close();
    }
}

function ended(run) {
  const fails = new Promise((_, reject) => ((broken = reject), setTimeout(() => reject(new Error("no end")), LONGEST).unref()));
  return Promise.race([run(), fails]).then(() => "", (error) => String(error?.message ?? error).slice(0, 200));
}

function print({ name, log, notes, end = "" }) {
  console.log(`LOOP ${JSON.stringify({ name, calls: log.length, end, ...judge({ log, notes }) })}`);
}
