// The sessions that a proxy saw, as transcripts: pairs of a request and its answer, a line each. In a folder, or, where there is none, in memory.
import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { bodyOfStream } from "../guard/parts.js";
import { redact } from "../start/node.js";
import { SessionTree } from "./session-tree.js";

/** So many sessions are known at once, and so many bytes of them kept in memory. */
const MOST_SESSIONS = 500;
const MOST_BYTES = 32_000_000;
/** So many people without names for their sessions are known at once. */
const MOST_TREES = 64;
/** A transcript holds a whole session: only the one who started the proxy reads it. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const decoder = new TextDecoder("utf-8", { fatal: true });

export class Sessions {
  #folder;
  #keepsTexts;
  #sessions = new Map();
  /** The answers of sessions without names, by credentials. */
  #trees = new Map();
  #bytes = 0;
  /** Calls that nobody has looked at yet. */
  #unread = [];
  #unreadBytes = 0;
  #count = 0;
  #begun = new Date().toISOString().replace(/[:.]/g, "-");

  /** `folder` is where transcripts are written, if they are. What looks like a secret is taken out of them, unless `keepsTexts`. */
  constructor({ folder, keepsTexts = false } = {}) {
    [this.#folder, this.#keepsTexts] = [folder, keepsTexts];
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
  }

  /** Adds a call that has ended. Where nothing is written, it is read when somebody looks: to take secrets out of it takes longer than the call. */
  add(event) {
    if (this.#folder !== undefined) return this.#read(event);
    const kept = keptOf(event);
    this.#unread.push(kept);
    this.#unreadBytes += sizeOf(kept);
    while (this.#unreadBytes > MOST_BYTES) this.#unreadBytes -= sizeOf(this.#unread.shift());
  }

  #readAll() {
    for (const event of this.#unread.splice(0)) this.#read(event);
    this.#unreadBytes = 0;
  }

  #read(event) {
    const session = this.#sessionOf(event);
    const line = `${JSON.stringify(lineOf(event, session, this.#keepsTexts))}\n`;
    Object.assign(session, { wire: event.wire, model: event.model, verdict: event.verdict, exchanges: session.exchanges + 1, last: timeOf(event) });
    this.#keep(session, line);
  }

  /** The sessions, the latest first. */
  list() {
    this.#readAll();
    return [...this.#sessions.values()].reverse().map(({ id, wire, model, verdict, exchanges, begun, last }) => ({ id, wire, model, verdict, exchanges, begun, last }));
  }

  /** The transcript of a session so far. */
  transcript(id) {
    this.#readAll();
    const session = this.#sessions.get(id);
    if (!session) return undefined;
    return session.file === undefined ? Buffer.from(session.lines.join("")) : readFileSync(session.file);
  }

  #sessionOf(event) {
    const session = event.conversation === undefined ? this.#unnamed(event) : this.#named(idOf(event));
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    return session;
  }

  #named(id) {
    return this.#sessions.get(id) ?? this.#open(id);
  }

  /** A call is of a session if its request continues an answer in it. Else it begins one: equal words of two people do not make them one. */
  #unnamed(event) {
    const tree = this.#treeOf(event.credential);
    const session = this.#named(tree.find(event) ?? `${this.#begun}-${++this.#count}`);
    tree.add(event, session.id);
    return session;
  }

  #treeOf(credential) {
    const tree = this.#trees.get(credential) ?? new SessionTree();
    this.#trees.delete(credential);
    this.#trees.set(credential, tree);
    const [[oldest]] = this.#trees;
    if (this.#trees.size > MOST_TREES) this.#trees.delete(oldest);
    return tree;
  }

  #open(id) {
    const file = this.#folder === undefined ? undefined : join(this.#folder, `${id}.ndjson`);
    if (file !== undefined && existsSync(file)) chmodSync(file, OWN_FILE);
    return { id, file, lines: [], size: 0, exchanges: 0, begun: new Date().toISOString(), isTorn: file !== undefined && isTorn(file) };
  }

  /** Writes a line at once and whole: a kill loses at most the line that is being written. */
  #keep(session, line) {
    if (session.file !== undefined) append(session, line);
    else session.lines.push(line);
    if (session.file === undefined) [session.size, this.#bytes] = [session.size + line.length, this.#bytes + line.length];
    for (const [id, { size }] of this.#sessions) {
      if (this.#sessions.size <= MOST_SESSIONS && this.#bytes <= MOST_BYTES) break;
      if (id === session.id) break;
      this.#sessions.delete(id);
      this.#bytes -= size;
    }
  }
}

/** A name that a client gave, as that of a file: its letters cannot lead elsewhere, and no two names, and no two credentials, make one file. */
function idOf({ conversation, credential }) {
  const digest = createHash("sha256").update(JSON.stringify([conversation, credential])).digest("hex");
  return `${conversation.replace(/[^A-Za-z0-9-]+/g, "-").slice(0, 40)}-${digest.slice(0, 32)}`;
}

const timeOf = ({ time = new Date().toISOString() }) => time;
/** So much is held for a call besides its bytes. */
const OVERHEAD = 1000;
const sizeOf = ({ sent, response, stream }) => OVERHEAD + sent.length + (response ?? stream ?? "").length;

/** What is needed of a call. Bytes are copied: those that came may be a small part of a large buffer. */
function keptOf({ conversation, credential, url, wire, model, verdict, status, sent, response, stream }) {
  const copied = (body) => (typeof body === "object" ? Uint8Array.from(body) : body);
  return { conversation, credential, url, wire, model, verdict, status, sent: copied(sent), response: copied(response), stream: copied(stream), time: new Date().toISOString() };
}

/** Writes a line at the end of a file. A line that a kill or a full disk has torn stays by itself. */
function append(session, line) {
  const text = session.isTorn ? `\n${line}` : line;
  // Unless all of it is written, the file may end within a line.
  session.isTorn = true;
  appendFileSync(session.file, text, { mode: OWN_FILE });
  session.isTorn = false;
}

function isTorn(path) {
  if (!existsSync(path)) return false;
  const file = openSync(path);
  try {
    const [{ size }, last] = [fstatSync(file), Buffer.alloc(1)];
    return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
  } finally {
    closeSync(file);
  }
}

/** The line of a call, in the form that `readTranscript` calls pairs. */
function lineOf(event, { id, exchanges }, keepsTexts) {
  const { wire, url, model, status, sent, response, stream } = event;
  const head = { session: id, label: `${exchanges + 1}`, time: timeOf(event), wire, url, model, status };
  if (!keepsTexts) return { ...head, request: redacted(sent), ...(response || stream ? { response: redacted(response ?? assembled(stream, event)) } : {}) };
  return { ...head, request: textOf(sent), ...(response ? { response: textOf(response) } : {}), ...(stream ? streamOf(stream) : {}) };
}

/** A copy without secrets; nothing of what cannot be read, since nobody knows what is in it. */
function redacted(body) {
  try {
    return body === undefined ? undefined : textOf(redact(body).text);
  } catch {
    return undefined;
  }
}

/** The body that a stream makes: a secret that is cut into pieces is in none of them. */
function assembled(stream, { wire }) {
  try {
    return bodyOfStream(stream, wire);
  } catch {
    return undefined;
  }
}

const textOf = (body) => (typeof body === "string" ? body : Buffer.from(body).toString());

/** Frames of AWS are no text. */
function streamOf(stream) {
  try {
    return { stream: decoder.decode(stream) };
  } catch {
    return { stream_base64: Buffer.from(stream).toString("base64") };
  }
}
