// Loaded before a recipe: redirects the calls of the program to the simulator.
const { fetch } = globalThis;
const origin = process.env.RETHOUGHT_SIMULATOR;
globalThis.fetch = (input, init) => {
  const { host, pathname, search } = new URL(input.url ?? input);
  return host.startsWith("127.") ? fetch(input, init) : fetch(new Request(`${origin}/${host}${pathname}${search}`, input.url ? input : init));
};
