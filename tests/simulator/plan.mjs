// Plans the next reply of the simulator's model. Contracts turn a plan into their vendor's shapes.

/**
 * Returns a reply: runs of thoughts (each a list of kinds), whether there is text between and after, and the number of calls. A plan may have the
 * `call` of a program's own tool: {name, arguments}, and the text of a `thought` in chat.
 */
export function planOf(random, { calls = random.below(3) } = {}) {
  const kinds = ["text", "text", "text", "omitted", "redacted"];
  const run = () => Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => random.pick(kinds));
  const runs = random.chance(0.85) ? [run()] : [];
  if (runs.length && random.chance(0.3)) runs.push(run());
  return { runs, calls, text: calls === 0 || random.chance(0.5), summary: random.chance(0.7) };
}

export const TOOLS = ["read_file", "grep", "run"];

/** Returns the next tool to call. */
export const toolOf = ({ call }, random) => call?.name ?? random.pick(TOOLS);

/** Returns a call's arguments as text, with numbers and text that a careless copy would change. */
export function argumentsOf({ call }, random) {
  if (call) return call.arguments;
  const number = random.pick(["1.0", "1e3", "12345678901234567890", "0.1", "-0", "7"]);
  return `{"path":${JSON.stringify(random.words(1, 2))},"range":[${random.below(90)},${number}],"deep":{"zeta":${random.chance(0.5)},"alpha":null}}`;
}

/** Remembers the handles of one conversation, to report those that a request lost. A server that mixes conversations has none. */
export class Memory {
  issued = [];
  calls = new Map();
  texts = new Map();
  responses = 0;

  /** Notes a handle and the rule that names its loss. */
  note(handle, rule, more = {}) {
    this.issued.push({ handle, rule, response: this.responses, ...more });
  }

  /** Returns the memory of a conversation that continues separately from here. */
  fork() {
    return Object.assign(new Memory(), { issued: [...this.issued], calls: new Map(this.calls), texts: new Map(this.texts), responses: this.responses });
  }
}
