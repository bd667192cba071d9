// The facts of a request that a converted one must still contain. The counter uses JSON and the wires' documentation, and shares no code with the
// package.

/** All facts of one request, in its order. A reader of a wire fills it. */
export class Facts {
  /** In wire order: texts, calls, results and media, each with its speaker; `turn` is the start of a model's answer. */
  entries = [];
  tools = [];
  settings = new Map();
  /** Signatures, ciphertexts and other strings that only their vendor reads, each with the family of models that reads it, if the wire names one. */
  handles = new Map();
  #calls = [];
  #begun = false;
  #isAnswer = false;
  /** The number of calls before the latest answer. */
  #latest = 0;

  say(speaker, text) {
    if (typeof text !== "string" || !text.trim()) return;
    // Some wires have no place for instructions after the beginning.
    const late = speaker === "system" && this.#begun;
    if (speaker !== "system") this.#begun = true;
    // Reasoning between tags is a thought, and not text.
    const told = speaker === "assistant" ? text.split(/<think>[^]*?(?:<\/think>|$)|<thought>[^]*?(?:<\/thought>|$)/) : [text];
    for (const one of told) if (one.trim()) this.entries.push({ kind: speaker, text: one, late });
  }

  /** Begins a message that is not an answer of a model. */
  ask() {
    this.#isAnswer = false;
  }

  /** Begins the answer of a model; `native` is its name on its wire. */
  turn(native) {
    this.#begun = this.#isAnswer = true;
    this.#latest = this.#calls.length;
    this.entries.push({ kind: "turn", native });
  }

  call(id, name, input) {
    if (!name) return;
    const args = typeof input === "string" ? parsed(input) ?? input : input ?? {};
    const call = { kind: "call", nth: this.#calls.length, id, name, args: args === "" ? {} : args, answered: false };
    this.#calls.push(call);
    this.entries.push(call);
  }

  /**
   * A result belongs to the call with its id. If the wire has no ids, it belongs to the first open call of its name, preferably of the latest answer.
   */
  result(id, name, payload, failed = false) {
    const open = this.#calls.filter((call) => !call.answered);
    // A result without id and name belongs to the next call.
    const named = open.filter((one) => one.name === name || (id === undefined && name === undefined));
    const call = (id !== undefined && open.find((one) => one.id === id)) || (named.find(({ nth }) => nth >= this.#latest) ?? named[0]);
    if (call) call.answered = true;
    this.entries.push({ kind: "result", call, payload, failed });
  }

  /** Adds a picture or another file: base64, an address, or the text of a plain document. */
  medium(kind, { data, url, text, file, type }) {
    const inline = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(url ?? "");
    const source = inline ? { type: inline[1], data: inline[2] } : { type, data: data ?? undefined, url, text, file };
    // Base64 has two alphabets.
    if (source.data) source.data = source.data.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
    if (![source.data, source.url, source.text, source.file].some(Boolean)) return;
    this.entries.push({ kind, made: this.#isAnswer, ...source });
  }

  tool(name, description, schema) {
    this.tools.push({ name, description, schema });
  }

  set(name, value) {
    // A setting with its default value is not a fact.
    const isDefault = { stream: false, parallel: true, tool_choice: "auto" }[name] === value;
    if (value !== undefined && value !== null && !isDefault) this.settings.set(name, value);
  }

  handle(text, family) {
    if (typeof text === "string" && text.length >= 8) this.handles.set(text, family);
  }
}

/** Lists the facts of `source` that `target` lacks, one line each; `count` is the number of facts. */
export function compare(source, target) {
  const pools = poolsOf(target);
  const lost = [];
  let count = 0;
  const fact = (kind, what, isKept) => {
    count++;
    if (!isKept) lost.push({ kind, what });
  };
  const matched = matchCalls(source.entries.filter(({ kind }) => kind === "call"), pools.calls);
  for (const entry of source.entries) {
    if (["system", "user", "assistant"].includes(entry.kind)) fact(entry.kind, entry.text, takeText(pools, entry));
    if (entry.kind === "call") {
      const there = matched.get(entry);
      fact(callKind(entry, there), `${entry.name} ${canonical(entry.args)}`, there && sameCall(there, entry));
    }
    // A result without a call is of a tool that the provider ran.
    if (entry.kind === "result" && entry.call) {
      const answer = pools.results.find(({ call }) => call && call === matched.get(entry.call));
      fact("result", canonical(entry.payload), holds(answer, entry));
      if (entry.failed) fact("failed", entry.call?.name, answer?.failed);
    }
    if (MEDIA.includes(entry.kind)) fact(mediumKind(entry), entry.url ?? entry.data ?? entry.text ?? entry.file, pools.media.some((medium) => sameMedium(medium, entry)) || (entry.text !== undefined && takeText(pools, { ...entry, late: true })));
  }
  for (const { name, description, schema } of source.tools) {
    const there = target.tools.find((tool) => tool.name === name);
    fact("tool", name, there !== undefined);
    if (description) fact("description", name, there?.description?.includes(description));
    if (saysSomething(schema)) fact("schema", name, there?.schema !== undefined && contains(there.schema, schema));
  }
  // If no tool may be called, the number of parallel calls does not matter.
  const isMeant = ([name]) => name !== "parallel" || source.settings.get("tool_choice") !== "none";
  for (const [name, value] of [...source.settings].filter(isMeant)) fact(name, canonical(value), same(name, target.settings.get(name), value));
  return { count, lost };
}

export const MEDIA = ["image", "document", "audio", "video"];
/** Returns several blocks, each a separate fact, in contrast to a list that is a value. */
export const blocks = (list) => (list.length === 1 ? list[0] : Object.assign(list, { areBlocks: true }));
/** A document that is a text is a separate kind: every wire accepts its text. */
const mediumKind = ({ kind, made, url, text }) => `${made ? "made " : ""}${text === undefined ? "" : "plain "}${kind}${url ? " at an address" : ""}`;

/** Returns the handles of a request that a converted one contains, and that the family of its target cannot read. `own` is the family of the source. */
export function foreignHandlesIn(text, { handles }, own, family) {
  const isSent = (handle) => text.includes(handle) || text.includes(JSON.stringify(handle).slice(1, -1));
  return [...handles].filter(([handle, reader = own]) => reader !== family && isSent(handle)).map(([handle]) => handle);
}

function poolsOf({ entries }) {
  const of = (...kinds) => entries.filter(({ kind }) => kinds.includes(kind));
  const texts = Object.fromEntries(["system", "user", "assistant"].map((kind) => [kind, of(kind).map(({ text }) => text)]));
  return { texts, calls: of("call"), results: of("result"), media: of(...MEDIA) };
}

/** Removes a text from those of its speaker, so that a repeated text is found twice; texts may have been joined. */
function takeText({ texts }, { kind, text, late }) {
  const wanted = text.trim();
  for (const speaker of late || kind === "document" ? ["system", "user", "assistant"] : [kind]) {
    const list = texts[speaker];
    let at = list.findIndex((one) => one.trim() === wanted);
    if (at < 0) at = list.findIndex((one) => one.includes(wanted));
    if (at < 0) continue;
    list[at] = list[at].replace(wanted, () => "\u0000");
    return true;
  }
  return false;
}

/** Matches calls with those of the source: first equal ones, then the next of the same name, since a changed call still has its result. */
function matchCalls(calls, there) {
  const matched = new Map();
  const free = [...there];
  for (const isIts of [sameCall, (one, other) => one.name === other.name])
    for (const call of calls.filter((one) => !matched.has(one))) {
      const found = free.findIndex((one) => isIts(one, call));
      if (found >= 0) matched.set(call, free.splice(found, 1)[0]);
    }
  return matched;
}

/** Returns the kind of a call: also for arguments that are not JSON, a call that still runs, or rounded numbers. */
function callKind(entry, there) {
  if (typeof entry.args === "string") return "broken call";
  if (!entry.answered) return "open call";
  const rounded = (args) => canonical(args).replace(/"#(-?\d+)"/g, (_, digits) => Number(digits));
  return there && !sameCall(there, entry) && rounded(there.args) === rounded(entry.args) ? "number in a call" : "call";
}

const sameCall = (one, other) => one.name === other.name && canonical(one.args) === canonical(other.args);

/** Returns true if a result has the same content as the other: as its text, as JSON, or inside a wrapper. */
function holds(answer, { payload }) {
  if (!answer) return false;
  const core = unwrapped(payload);
  const forms = formsOf(answer.payload);
  const wanted = pieces(core);
  return wanted.every((piece) => {
    if (piece === undefined || canonical(piece) === "{}") return true;
    if (typeof piece === "string") return !piece.trim() || forms.some((form) => typeof form === "string" && form.includes(piece.trim())) || forms.some((form) => canonical(form) === canonical(parsed(piece) ?? piece));
    return forms.some((form) => canonical(form) === canonical(piece));
  });
}

const pieces = (core) => (core?.areBlocks ? core : [core]);

/** Returns a value that a wire wraps because it accepts only objects. */
function unwrapped(value) {
  const keys = value && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : [];
  return keys.length === 1 && ["output", "result", "error", "content"].includes(keys[0]) ? value[keys[0]] : value;
}

/** Returns a value and everything inside it; texts that are JSON are also parsed. */
function formsOf(value) {
  const forms = [];
  const rest = [value];
  while (rest.length) {
    const one = rest.pop();
    forms.push(one);
    const inside = typeof one === "string" ? parsed(one) : one;
    if (inside && typeof inside === "object") rest.push(...(inside === one ? [] : [inside]), ...(inside === one ? Object.values(inside) : []));
  }
  return forms;
}

const sameMedium = (one, other) =>
  one.kind === other.kind &&
  ["data", "url", "file", "text"].some((key) => other[key] !== undefined && one[key] === other[key]) &&
  (!one.type || !other.type || one.type === other.type);

/** Returns true if a schema requires anything: tools without parameters are written in several ways. */
const saysSomething = (schema) => Boolean(schema) && Object.keys(schema.properties ?? {}).length + Object.keys(schema.$defs ?? {}).length > 0;

/** Returns true if `outer` contains everything of `inner`; names of types match in either case. */
function contains(outer, inner) {
  const rest = [[outer, inner, ""]];
  while (rest.length) {
    const [one, other, key] = rest.pop();
    if (Array.isArray(other)) {
      if (!Array.isArray(one) || other.some((item) => !one.some((found) => canonical(found).toLowerCase() === canonical(item).toLowerCase()))) return false;
    } else if (other && typeof other === "object") {
      if (!one || typeof one !== "object") return false;
      for (const name of Object.keys(other)) if (name !== "$schema") rest.push([one[name], other[name], name]);
    } else if (key === "type" ? String(one).toLowerCase() !== String(other).toLowerCase() : one !== other) return false;
  }
  return true;
}

/** Returns true if two settings mean the same. A wire may add details to a form, and `low` may be a budget. */
function same(name, there, here) {
  if (there === undefined) return false;
  if (name === "format") return here === "json" || (typeof there === "object" && contains(there, here));
  // Some converters have the limit of the model, and send it in place of a value that the model refuses.
  if (name === "max_tokens" && here > there) return there >= 32_000;
  if (name === "reasoning") return (there === "none") === (here === "none");
  return canonical(there) === canonical(here);
}

/** Returns a value as text with sorted keys. */
export function canonical(value) {
  return JSON.stringify(value, (_, one) => (one && typeof one === "object" && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one)) ?? "undefined";
}

/** Returns JSON as a value, or undefined. Whole numbers that JavaScript cannot hold become texts, so that a rounded one is detected. */
export function parsed(text) {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"#${token}"` : token));
  try {
    return JSON.parse(marked);
  } catch {
    return undefined;
  }
}
