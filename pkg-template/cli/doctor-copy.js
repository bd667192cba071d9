// The repaired copy of a session, for --copy and --watch.
import { realpathSync } from "node:fs";
import { auditOf } from "../doctor/diagnose-file.js";
import { canCopy, copySession } from "../doctor/files/copy.js";
import { copyRowSession } from "../doctor/rows/write.js";
import { resumeOf } from "./doctor-text.js";
import { quoted } from "./quoted.js";

/** Makes the repaired copy of a session that was examined. Resolves to its path, its id, and the command that resumes it. */
export async function makeCopy({ diagnosis, session }, options) {
  const { format, sessions, edits } = diagnosis;
  if (!canCopy(session, format)) throw new Error(`${session.name}: a copy of a session of ${session.agent?.title ?? diagnosis.agent} cannot be resumed. Repair the file: rethought doctor ${quoted(session.name)} --write`);
  const audit = auditOf(diagnosis, options);
  const own = session.agent?.idOf(realpathSync(session.path));
  const ids = [...new Set([session.isRow ? session.id : own, ...sessions.map((name) => name.split(/[#/]/)[0])])].filter(Boolean);
  const { path, id } = await (session.isRow ? copyRowSession(session, edits, { audit }) : copySession({ path: session.path, format, ids }, edits, { audit }));
  const command = withId(resumeOf(diagnosis, session.agent, session.id), ids, id);
  const isExport = diagnosis.repairable === "rows" && !session.isRow;
  return { path, id, resume: isExport ? [`opencode import ${quoted(path)}`, command].filter(Boolean).join(" && ") : command };
}

/** A command that ends with an id, with another id. */
function withId(command, ids, id) {
  const old = ids.find((one) => command?.endsWith(` ${one}`));
  return old && `${command.slice(0, -old.length)}${id}`;
}
