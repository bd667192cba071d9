// A repaired copy of a session: a new file with new ids, named as its agent names sessions. The old one stays as it is.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { chunksOf, editedChunks, replacedChunks } from "./edited.js";
import { keyOf } from "../source.js";
import { noteRepaired } from "./repaired.js";
import { draftOf } from "./replace-file.js";

/** A member of JSON. In a string its quotes would have backslashes, so these bytes are always a member. */
const member = (name, value) => `"${name}":"${value}"`;
const renamed = (names, ids, id) => ids.flatMap((old) => names.flatMap((name) => [[member(name, old), member(name, id)], [`"${name}": "${old}"`, `"${name}": "${id}"`]]));

/** For each agent: the members that have the id of the session, and the path of the copy. */
const COPIES = {
  "claude-code": { members: ["sessionId", "session_id"], pathOf: (path, id) => join(dirname(path), `${id}.jsonl`) },
  codex: { members: ["id", "session_id", "thread_id", "conversation_id"], makeId: timedUuid, pathOf: (path, id) => join(dirname(path), `rollout-${/rollout-(.{19})/.exec(basename(path))?.[1] ?? stamp("seconds")}-${id}.jsonl`) },
  "gemini-cli": { members: ["sessionId"], pathOf: (path, id) => join(dirname(path), `session-${stamp("minutes")}-${id.slice(0, 8)}${/\.jsonl?$/.exec(path)?.[0] ?? ".jsonl"}`) },
  pi: { members: ["id"], makeId: timedUuid, pathOf: (path, id) => join(dirname(path), `${new Date().toISOString().replace(/[:.]/g, "-")}_${id}.jsonl`) },
  "qwen-code": { members: ["sessionId"], pathOf: (path, id) => join(dirname(path), `${id}.jsonl`) },
  "copilot-cli": { members: ["sessionId"], pathOf: (path, id) => join(dirname(dirname(path)), id, basename(path)), beside: ["workspace.yaml"] },
};

/** True if a copy of a session can be resumed. OpenClaw finds sessions by an index alone, and nobody resumes a subagent. */
export function canCopy({ agent, parent }, format) {
  const name = agent?.name ?? format;
  return parent === undefined && (name === "opencode" || name === "kilo" || Object.hasOwn(COPIES, name));
}

/**
 * Writes a copy of a session `{path, format, ids}` with edits in it. `audit` gets the path of the new file before it has its name. No file is replaced.
 * Resolves to `{path, id}`.
 */
export async function copySession({ path, format, ids }, edits, { audit, where }) {
  if (format === "opencode") return copyExport(path, edits, ids.at(-1), { audit, where });
  const { members, pathOf, makeId = randomUUID, beside = [] } = COPIES[format];
  const id = makeId();
  const copy = pathOf(path, id);
  const stat = statSync(path);
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
  const draft = draftOf(copy, replacedChunks(editedChunks(path, edits, stat.size), renamed(members, ids, id)), stat);
  const prepare = () => beside.forEach((name) => copyBeside(join(dirname(path), name), join(dirname(copy), name), ids, id));
  return { path: await placed(draft, [copy], { audit, prepare, where }), id };
}

/** Gives an audited draft the first of some names that no file has. Resolves to that name. */
async function placed(draft, names, { audit, prepare = () => {}, where }) {
  try {
    await audit(draft.path);
    prepare();
    for (const name of names) {
      if (!draft.takeNew(name)) continue;
      noteRepaired(keyOf({ path: name }), chunksOf(name), where);
      return name;
    }
    throw new Error("there is already a file with the name of the copy");
  } finally {
    draft.remove();
  }
}

/** A copy of an export of OpenCode: all ids are new, since an import changes nothing that is there. */
async function copyExport(path, edits, session, { audit, where }) {
  const salt = randomBytes(16);
  const rename = (id) => id.slice(0, TIMED_ID) + createHash("sha256").update(salt).update(id).digest("hex").slice(0, id.length - TIMED_ID);
  const stat = statSync(path);
  const draft = draftOf(path, renamedIds(editedChunks(path, edits, stat.size), rename), stat);
  return { path: await placed(draft, exportNames(path), { audit, where }), id: rename(session) };
}

/** The names for a copy of an export, the best one first. */
function* exportNames(path) {
  const start = path.replace(/\.json$/, "");
  yield `${start}.repaired.json`;
  for (let nth = 2; nth < MOST_COPIES; nth++) yield `${start}.repaired-${nth}.json`;
}

const MOST_COPIES = 1000;

/** The prefix of an id of OpenCode and its time, by which messages and parts are sorted. */
const TIMED_ID = "ses_".length + 12;
const ID_MEMBER = /("(?:id|sessionID|messageID|parentID)"\s*:\s*")((?:ses|msg|prt)_\w{13,})"/g;
/** No member with an id is longer. */
const LONGEST_MEMBER = 200;

/** Chunks in which the ids of sessions, messages and parts are others. Bytes are read as Latin-1, so that none changes. */
function* renamedIds(chunks, rename) {
  const renamed = (text) => Buffer.from(text.replace(ID_MEMBER, (_, start, id) => `${start}${rename(id)}"`), "latin1");
  let rest = "";
  for (const chunk of chunks) {
    const text = rest + chunk.toString("latin1");
    // A member does not go across the end of another, so a cut before a brace or comma is between members.
    const cut = Math.max(text.lastIndexOf(",", text.length - LONGEST_MEMBER), text.lastIndexOf("{", text.length - LONGEST_MEMBER), 0);
    yield renamed(text.slice(0, cut));
    rest = text.slice(cut);
  }
  yield renamed(rest);
}

function copyBeside(from, to, ids, id) {
  if (existsSync(from)) draftOf(to, replacedChunks(chunksOf(from), ids.map((old) => [old, id])), statSync(from)).takeNew();
}

/** A UUID whose first digits are the time (version 7), as Codex and pi draw them: their sessions sort by it. */
function timedUuid() {
  const bytes = Buffer.concat([Buffer.alloc(6), randomBytes(10)]);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const LENGTHS = { minutes: 16, seconds: 19 };
const stamp = (unit) => new Date().toISOString().slice(0, LENGTHS[unit]).replaceAll(":", "-");
