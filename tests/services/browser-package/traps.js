// Kills the instance in every possible way, through the glue, and checks after each whether the next call is right. Returns the findings as text (the
// same everywhere) and the milliseconds from each death to the caller's error (of this runtime).

/** `stack` fills the stack inside the wasm memory, `depth` the runtime's own. */
const KINDS = ["panic", "stack", "depth", "memory"];

export function traps(glue, recover, check, now = () => performance.now(), decoder, stream) {
  const lines = [];
  const times = {};
  let diedAt = 0;
  const die = recover.guarded((kind) => {
    try {
      return glue.__trap(kind);
    } catch (error) {
      diedAt = now();
      throw error;
    }
  });
  const right = check();
  // A dead instance may still answer a small call by luck, so the test also checks that it was replaced.
  const instance = () => glue.initSync();
  let last = instance();
  const next = () => (outcomeOf(check) === `returned ${right}` ? "the next call is right" : "THE NEXT CALL IS WRONG");
  const after = () => {
    const fresh = instance() === last ? "THE SAME INSTANCE" : "a fresh instance";
    last = instance();
    return `${fresh}, ${next()}`;
  };

  for (const kind of KINDS) {
    for (let round = 0; round < 3; round++) {
      const outcome = outcomeOf(() => die(kind));
      times[kind] = Math.max(times[kind] ?? 0, now() - diedAt);
      lines.push(`${kind} ${round}: ${outcome}; ${after()}`);
    }
  }

  const start = now();
  const outcomes = new Set();
  for (let round = 0; round < 2000; round++) outcomes.add(outcomeOf(() => die("panic")));
  times.eachOf2000 = (now() - start) / 2000;
  lines.push(`2000 panics: ${[...outcomes]}; ${after()}`);

  const mebibytes = instance().memory.buffer.byteLength / 2 ** 20;
  lines.push(`memory: ${mebibytes < 64 ? "given back" : `KEPT, ${mebibytes} MiB`}`);
  // The runtime decides whether the stack ends inside the instance or before it, so a fresh one is not required here.
  lines.push(`no stack left: ${exhausted(check, right)}; ${next()}`);
  last = instance();
  lines.push(`below a call of the caller's: ${nested(recover, die)}; ${after()}`);
  lines.push(`in the middle of a stream: ${midway(die, decoder, stream)}; ${after()}`);
  return { text: lines.join("\n") + "\n", times };
}

function outcomeOf(call) {
  try {
    return `returned ${call()}`;
  } catch (error) {
    return error.code ?? error.name;
  }
}

/** Calls the package when the caller's own stack is nearly used up: it may fail there, but must not answer wrongly. */
function exhausted(check, right) {
  let wrong = 0;
  let answered = 0;
  const dive = () => {
    try {
      dive();
    } catch {}
    if (answered > 3) return;
    try {
      if (check() === right) answered++;
      else wrong++;
    } catch {}
  };
  dive();
  return `${wrong} wrong answers, ${answered > 3 ? "right further up" : "NEVER RIGHT AGAIN"}`;
}

/** A decoder is in the instance: with a death after every few pieces its result must be the same as without. */
function midway(die, decoder, stream) {
  const told = (between) => {
    const one = decoder();
    const events = [];
    for (let at = 0; at < stream.length; at += 50) {
      events.push(...one.push(stream.slice(at, at + 50)));
      between();
    }
    return JSON.stringify([events, one.finish()]);
  };
  return told(() => {}) === told(() => outcomeOf(() => die("panic"))) ? "nothing is lost or told twice" : "THE STREAM IS DAMAGED";
}

/** A trap inside a callback of an outer call must not replace the instance of that call. */
function nested(recover, die) {
  let inner;
  let moved;
  const outer = recover.guarded(() => {
    const before = recover.generation;
    inner = outcomeOf(() => die("panic"));
    moved = recover.generation !== before;
    return "done";
  });
  return `${outcomeOf(outer)}, ${inner}, ${moved ? "REPLACED TOO EARLY" : "replaced afterwards"}`;
}
