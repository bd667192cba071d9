// Sessions on this machine: their files, by the table of agents, or by an id. Nothing but folders is read.
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { expressionOf, isPattern } from "../../cli/glob.js";
import { sessionRows } from "../rows/sessions.js";
import { hasDriver } from "../rows/sqlite.js";
import { chunksOf } from "../files/edited.js";
import { AGENTS, stem } from "./agents.js";

/** The folder in which an agent keeps its sessions. */
export function rootOf({ roots }, { env = process.env, home = homedir() } = {}) {
  const { variable, folder } = roots.find((root) => root.variable === undefined || env[root.variable]);
  return variable === undefined ? join(home, folder.slice(2)) : resolve(expanded(env[variable], home), folder);
}

/** Agents read a tilde in a variable, because a shell does not expand it everywhere. */
const expanded = (path, home) => (path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path);

/** The sessions of all agents, the newest first: `{agent, id, path, size, modified}`, with `isRow` and `project` for one of a database. */
export function findSessions(where) {
  const inDatabases = hasDriver() ? findDatabases(where).flatMap(sessionsInDatabase) : [];
  return [...AGENTS.flatMap((agent) => sessionsOf(agent, where)), ...inDatabases].sort((one, other) => other.modified - one.modified);
}

/** The sessions of a database; none if it has other tables, or is damaged. */
export function sessionsInDatabase({ agent, path }) {
  try {
    return sessionRows(path).map((session) => ({ agent, path, isRow: true, ...session }));
  } catch {
    return [];
  }
}

/** The agent to which a database belongs, by its place. */
export function databaseAt(path, where) {
  const file = realpathSync(path);
  return findDatabases(where).find((one) => realpathSync(one.path) === file)?.agent;
}

/** The sessions of one agent. */
export function sessionsOf(agent, where) {
  const root = rootOf(agent, where);
  return agent.sessions.flatMap((pattern) => filesMatching(root, pattern)).map((file) => ({ agent, id: agent.idOf(file.path), ...file }));
}

/** The databases of the agents that keep their sessions in one. */
export function findDatabases(where) {
  return AGENTS.filter(({ databases }) => databases).flatMap((agent) => agent.databases.flatMap((pattern) => filesMatching(rootOf(agent, where), pattern)).map((file) => ({ agent, ...file })));
}

/** The sessions of all agents, each with those of its subagents after it. */
export const findAll = (where) => findSessions(where).flatMap((session) => [session, ...subagentsOf(session)]);

/** The sessions whose id is the word, or begins with it. That of a subagent is named behind its session: `5d0c4a57/agent-a1`. */
export function sessionsWithId(word, where) {
  const [name, ...subagent] = word.split("/");
  const sessions = ownSessionsWithId(name, where);
  return subagent.length ? sessions.flatMap(subagentsOf).filter(({ path }) => stem(path) === subagent.join("/")) : sessions;
}

function ownSessionsWithId(word, where) {
  const all = findSessions(where);
  const exact = all.filter(({ id }) => id === word);
  return exact.length || word.length < SHORTEST_ID ? exact : all.filter((session) => session.id.startsWith(word) || isNamedInside(session, word));
}

/** True if a file whose name has the beginning of its id has this one, or one that begins like it. */
function isNamedInside({ agent, id, path }, word) {
  const { idStart } = agent;
  if (idStart === undefined || !id.slice(-idStart).startsWith(word.slice(0, idStart))) return false;
  return word.length <= idStart || [...chunksOf(path, { end: BEGINNING })].some((chunk) => new RegExp(`"sessionId"\\s*:\\s*"${word.replace(/[^\w-]/g, "\\$&")}`).test(chunk.toString("latin1")));
}

/** The id is in the first line of a session. */
const BEGINNING = 4096;

/** Fewer letters name too many sessions. */
export const SHORTEST_ID = 4;

/** The session that a file is, if it lies where an agent keeps sessions: `{agent, id, path}`. */
export function sessionAt(path, where) {
  const file = existsSync(path) ? realpathSync(path) : resolve(path);
  for (const agent of AGENTS) {
    const root = rootOf(agent, where);
    const below = relative(existsSync(root) ? realpathSync(root) : root, file).split(sep).join("/");
    if (agent.sessions.some((pattern) => expressionOf(pattern).test(below))) return { agent, id: agent.idOf(file), path: file };
  }
  return subagentAt(file, where);
}

function subagentAt(file, where) {
  const folders = [dirname(file), dirname(dirname(file)), dirname(dirname(dirname(file)))].filter((folder) => folder !== dirname(folder));
  const parents = folders.flatMap((folder) => [".jsonl", ".json"].map((ending) => `${folder}${ending}`)).filter((path) => existsSync(path));
  return parents.flatMap((path) => sessionAt(path, where) ?? []).flatMap(subagentsOf).find(({ path }) => realpathSync(path) === file);
}

/** The sessions of the subagents of a session. `parent` is the id of the session, by which its agent has them. */
export function subagentsOf({ agent, id, path }) {
  const files = agent.subagents.flatMap((pattern) => filesMatching(dirname(path), pattern.replace("{id}", id)));
  return files.map((file) => ({ agent, id: `${id}/${stem(file.path)}`, parent: id, ...file }));
}

/** The files below a folder that match a pattern, name by name, so that no other folder is read. */
export function filesMatching(folder, pattern) {
  const [name, ...rest] = pattern.split("/");
  if (rest.length) return namesMatching(folder, name).flatMap((one) => filesMatching(join(folder, one), rest.join("/")));
  return namesMatching(folder, name).flatMap((one) => {
    const path = join(folder, one);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? [{ path, size: stat.size, modified: stat.mtimeMs }] : [];
  });
}

function namesMatching(folder, name) {
  if (!isPattern(name)) return [name];
  const expression = expressionOf(name);
  try {
    return readdirSync(folder).filter((one) => !one.startsWith(".") && expression.test(one));
  } catch {
    // A folder that is not there, or that belongs to somebody else, has no sessions of this user.
    return [];
  }
}
