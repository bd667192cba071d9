// The repaired copy of a session, for --copy and --watch.
import { realpathSync } from "node:fs";
import { auditOf } from "../doctor/diagnose-file.js";
import { canCopy, copySession } from "../doctor/files/copy.js";
import { copyRowSession } from "../doctor/rows/write.js";
import { agentOf } from "../doctor/places/agents.js";
import { resumeOf } from "./doctor-text.js";
import { quoted } from "./quoted.js";

/** Makes the repaired copy of a session that was examined. Resolves to its path, its id, and the command that resumes it. */
export async function makeCopy({ diagnosis, session }, options) {
  const { format, sessions, edits } = diagnosis;
  const resume = resumeOf(diagnosis, session.agent);
  if (session.isRow) {
    const made = await copyRowSession(session, edits, { audit: auditOf(diagnosis, options) });
    return { ...made, resume: resume?.replace(session.id, made.id) };
  }
  if (!canCopy(format)) throw new Error(`${session.name}: a copy of a session of ${diagnosis.agent} cannot be resumed. Repair the file: rethought doctor ${quoted(session.name)} --write`);
  const ids = [...new Set([agentOf(format)?.idOf(realpathSync(session.path)), ...sessions.map((name) => name.split(/[#/]/)[0])])].filter(Boolean);
  const { path, id } = await copySession({ path: session.path, format, ids }, edits, { audit: auditOf(diagnosis, options) });
  const command = resume && ids.reduce((text, old) => text.replace(old, id), resume);
  return { path, id, resume: diagnosis.repairable === "rows" ? `opencode import ${quoted(path)} && ${command}` : command };
}
