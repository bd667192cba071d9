// Counts the calls into the core: every instance of the wasm module gets exports that note their calls. It must be imported before the package.
const { Instance } = WebAssembly;
const calls = [];

WebAssembly.Instance = function (module, imports) {
  const noted = ([name, value]) => [name, typeof value === "function" ? (...args) => (calls.push({ name, args }), value(...args)) : value];
  return { exports: Object.fromEntries(Object.entries(new Instance(module, imports).exports).map(noted)) };
};

/** The positions of arguments as they cross, after a number or a text, which is a place and a length. */
const RECORDED = { isStreamed: 9, assembly: 12 };

/** Runs work. Returns how often a stream was assembled meanwhile, and how many bytes of streams were read. */
export async function streamsRead(work) {
  calls.length = 0;
  await work();
  const named = (...names) => calls.filter(({ name }) => names.includes(name));
  const records = named("ledgerRecord", "ledgerLines");
  const again = records.filter(({ args }) => args[RECORDED.isStreamed] && !args[RECORDED.assembly]);
  return {
    times: named("streamAssemble", "streamFinish").length + again.length,
    bytes: named("streamAdd", "streamPush").reduce((sum, { args }) => sum + args[2], 0),
    records: records.length,
  };
}
