// The sessions of a proxy as transcripts: one line for each request and its answer. They are kept in a folder, or in memory if there is no folder.
import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { bodyOfStream } from "../guard/parts.js";
import { redact } from "../start/node.js";
import { sessionName } from "./session-name.js";
import { SessionTree } from "./session-tree.js";

/** How many sessions are known at once, and how many bytes of them are kept in memory, unless the caller says otherwise. */
const MOST_SESSIONS = 500;
const MOST_BYTES = 32_000_000;
/** For how many credentials the answers of unnamed sessions are known at once. */
const MOST_TREES = 64;
/** A transcript holds a whole session, so only the user who started the proxy may read it. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const decoder = new TextDecoder("utf-8", { fatal: true });

export class Sessions {
  #folder;
  #keepsTexts;
  #most;
  #sessions = new Map();
  /** The answers of sessions without names, by credentials. */
  #trees = new Map();
  #bytes = 0;
  /** Calls that are not read yet. */
  #unread = [];
  #unreadBytes = 0;
  #count = 0;
  #begun = new Date().toISOString().replace(/[:.]/g, "-");

  /** `folder` is where transcripts are written, if they are. Secrets are removed from them, unless `keepsTexts`. */
  constructor({ folder, keepsTexts = false, bytes = MOST_BYTES } = {}) {
    [this.#folder, this.#keepsTexts, this.#most] = [folder, keepsTexts, bytes];
    if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
  }

  /** Adds a call that has ended. Without a folder it is read when somebody opens a page, because removing secrets takes longer than the call. */
  add(event) {
    if (this.#folder !== undefined) return this.#read(event);
    const kept = keptOf(event);
    this.#unread.push(kept);
    this.#unreadBytes += sizeOf(kept);
    while (this.#unreadBytes > this.#most) this.#unreadBytes -= sizeOf(this.#unread.shift());
  }

  #readAll() {
    for (const event of this.#unread.splice(0)) this.#read(event);
    this.#unreadBytes = 0;
  }

  #read(event) {
    const session = this.#sessionOf(event);
    const line = `${JSON.stringify(lineOf(event, session, this.#keepsTexts))}\n`;
    const { wire, model, verdict, status } = event;
    session.name ??= sessionName(event.sent, wire);
    Object.assign(session, { wire, model, verdict, status, exchanges: session.exchanges + 1, refused: session.refused + (isRefusal(status) ? 1 : 0), last: timeOf(event) });
    this.#keep(session, line);
  }

  /** The sessions, the latest first. */
  list() {
    this.#readAll();
    return [...this.#sessions.values()].reverse().map(({ id, name, wire, model, verdict, status, exchanges, refused, begun, last }) => ({ id, name, wire, model, verdict, status, exchanges, refused, begun, last }));
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

  /** A call belongs to a session if its request continues an answer of that session. Otherwise it begins a session: two users may send equal words. */
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
    return { id, file, lines: [], size: 0, exchanges: 0, refused: 0, begun: new Date().toISOString(), isTorn: file !== undefined && isTorn(file) };
  }

  /** Writes a whole line at once: a kill loses at most the line that is being written. */
  #keep(session, line) {
    if (session.file !== undefined) append(session, line);
    else session.lines.push(line);
    if (session.file === undefined) [session.size, this.#bytes] = [session.size + line.length, this.#bytes + line.length];
    for (const [id, { size }] of this.#sessions) {
      if (this.#sessions.size <= MOST_SESSIONS && this.#bytes <= this.#most) break;
      if (id === session.id) break;
      this.#sessions.delete(id);
      this.#bytes -= size;
    }
  }
}

/** The file name for a conversation name of a client. It has no character that leads to another folder, and differs by name and by credential. */
function idOf({ conversation, credential }) {
  const digest = createHash("sha256").update(JSON.stringify([conversation, credential])).digest("hex");
  return `${conversation.replace(/[^A-Za-z0-9-]+/g, "-").slice(0, 40)}-${digest.slice(0, 32)}`;
}

/** Statuses of 429 and from 500 on say nothing about the request. */
const isRefusal = (status) => status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;

const timeOf = ({ time = new Date().toISOString() }) => time;
/** The memory that a call needs besides its bytes. */
const OVERHEAD = 1000;
const sizeOf = ({ sent, response, stream }) => OVERHEAD + sent.length + (response ?? stream ?? "").length;

/** The members of a call that are needed. Bytes are copied, because they may be a small part of a large buffer. */
function keptOf({ conversation, credential, url, wire, model, verdict, status, sent, response, stream }) {
  const copied = (body) => (typeof body === "object" ? Uint8Array.from(body) : body);
  return { conversation, credential, url, wire, model, verdict, status, sent: copied(sent), response: copied(response), stream: copied(stream), time: new Date().toISOString() };
}

/** Appends a line to a file. If a kill or a full disk cut the last line, the new one begins on a line of its own. */
function append(session, line) {
  const text = session.isTorn ? `\n${line}` : line;
  // Until all of it is written, the file may end within a line.
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

/** A copy without secrets. A body that cannot be read is left out, because its secrets cannot be found. */
function redacted(body) {
  try {
    return body === undefined ? undefined : textOf(redact(body).text);
  } catch {
    return undefined;
  }
}

/** The body that a stream adds up to. A secret may be split over several events, so it is found only in the body. */
function assembled(stream, { wire }) {
  try {
    return bodyOfStream(stream, wire);
  } catch {
    return undefined;
  }
}

const textOf = (body) => (typeof body === "string" ? body : Buffer.from(body).toString());

/** Frames of AWS are not text. */
function streamOf(stream) {
  try {
    return { stream: decoder.decode(stream) };
  } catch {
    return { stream_base64: Buffer.from(stream).toString("base64") };
  }
}
