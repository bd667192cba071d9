// Shows that no process has a session. An agent that keeps its file open would write on into the replaced one, and lose it (openai/codex#38149).
import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { filesMatching, rootOf } from "../places/find.js";
import { beginningOf, isCommand, isRunning, openersOf, runningPrograms } from "./processes.js";

/**
 * The reason why a session may be in use, as a sentence; nothing if no process has it. `session` is `{path, agent, id, project}`; without an agent only open
 * files are looked at.
 */
export function reasonInUse(given, where) {
  // A subagent runs in the process of its session.
  const session = { ...given, id: given.parent ?? given.id };
  return openedBy(session, where) ?? (session.agent && (ownedBy(session, where) ?? runBy(session, where)));
}

function openedBy({ path, agent, id }, where) {
  // A lock that is held is an open file too: its text says nothing.
  const locks = agent ? lockFiles(agent, { id, path }, where) : [];
  for (const file of [path, ...locks]) {
    const openers = openersOf(realpathSync(file));
    if (!openers) return process.platform === "win32" ? "another process has the file open" : "it cannot be shown that no process has the file open. Install lsof.";
    const other = openers.find((pid) => pid !== process.pid);
    if (other !== undefined) return `process ${other} has ${basename(file)} open`;
  }
  return undefined;
}

/** A running process that says itself that it has the session. */
function ownedBy({ path, agent, id }, where) {
  const owner = [...lockFiles(agent, { id, path }, where).map((file) => ownerInLock(file)), ...registered(agent, where).filter((one) => one.sessionId === id)].find((one) => one && isOwner(one));
  return owner && `${agent.title} (process ${owner.pid}) has the session`;
}

/** The program of the agent runs in the project of the session, and does not say which session it has. */
function runBy({ agent, project }, where) {
  const programs = runningPrograms();
  if (!programs) return "the running programs cannot be listed";
  const elsewhere = registered(agent, where).filter(isOwner).map(({ pid }) => pid);
  const isHere = ({ folder }) => project === undefined || folder === undefined || folder === project;
  const running = programs.find((program) => program.pid !== process.pid && !elsewhere.includes(program.pid) && isCommand(program, agent.commands) && isHere(program));
  return running && `${agent.title} (process ${running.pid}) is running`;
}

function lockFiles(agent, { id, path }, where) {
  const patterns = agent.owners.filter(({ kind }) => kind === "lock").map(({ pattern }) => pattern.replace("{id}", id));
  return patterns.flatMap((pattern) => (pattern.startsWith("{file}") ? filesMatching(dirname(path), basename(path) + pattern.slice("{file}".length)) : filesMatching(rootOf(agent, where), pattern))).map((file) => file.path);
}

/** The process that a lock names, in its name or in its text. */
function ownerInLock(path) {
  const [, named] = /\.(\d+)\.lock$/.exec(path) ?? [];
  return named ? { pid: Number(named) } : ownerIn(path);
}

function registered(agent, where) {
  return agent.owners.filter(({ kind }) => kind === "registry").flatMap(({ pattern }) => filesMatching(rootOf(agent, where), pattern)).flatMap(({ path }) => ownerIn(path) ?? []);
}

/** The process of a file of an agent about itself. */
function ownerIn(path) {
  try {
    const owner = JSON.parse(readFileSync(path, "utf8"));
    return Number.isInteger(owner?.pid) ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** True if a process runs that may be the one that is named. A number may have been given to another process since. */
function isOwner({ pid, procStart, process_start_identity: start }) {
  if (pid === process.pid || !isRunning(pid)) return false;
  const [known, now] = [procStart ?? start, process.platform === "linux" ? beginningOf(pid) : undefined];
  // Both write the ticks since the boot last. Where one of them is not known, the process counts.
  const ticks = (text) => /(\d+)\D*$/.exec(String(text))?.[1];
  return typeof known !== "string" || now === undefined || ticks(known) === undefined || ticks(known) === ticks(now);
}

