// rethought doctor --watch: reports each session as soon as it has died, and makes a repaired copy of it.
import { diagnoseAll } from "../doctor/list.js";
import { canCopy } from "../doctor/files/copy.js";
import { keyOf, stampOfSession } from "../doctor/source.js";
import { findAll } from "../doctor/places/find.js";
import { isDead } from "../doctor/state.js";
import { counted } from "../report/words.js";
import { printable } from "../text/printable.js";
import { makeCopy } from "./doctor-copy.js";
import { shortPath } from "./doctor-text.js";
import { note, printJson, printText } from "./output.js";
import { quoted } from "./quoted.js";

/** Milliseconds between two looks. Systems report changes of files in too different ways to wait for them. */
const PAUSE = 1000;

export async function watch(options, { json }) {
  const watcher = new Watcher(options, json);
  const stopped = new Promise((resolve) => ["SIGINT", "SIGTERM"].forEach((signal) => process.once(signal, () => resolve(true))));
  note(`Watching ${counted(watcher.begin(), "session")}. Press Ctrl+C to stop.`);
  while (!(await Promise.race([stopped, pause()]))) await watcher.look();
  return 0;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

class Watcher {
  #options;
  #isJson;
  /** The size and time of each file when it was last looked at, and of those that are being written. */
  #known = new Map();
  #changing = new Map();
  /** Why each session that is dead was reported. */
  #reported = new Map();

  constructor(options, isJson) {
    [this.#options, this.#isJson] = [options, isJson];
  }

  /** Notes the sessions that are there. They are not reported: only what dies from now on is. */
  begin() {
    for (const session of findAll()) this.#known.set(keyOf(session), markOf(session));
    return this.#known.size;
  }

  async look() {
    const changed = findAll().filter((session) => this.#known.get(keyOf(session)) !== markOf(session));
    // A session that is still written is looked at when it has been still for one pause.
    const still = changed.filter((session) => this.#changing.get(keyOf(session)) === markOf(session));
    this.#changing = new Map(changed.map((session) => [keyOf(session), markOf(session)]));
    for (const session of still) this.#known.set(keyOf(session), markOf(session));
    for (const row of await diagnoseAll(still, this.#options)) {
      if (!isDead(row.state)) this.#reported.delete(keyOf(row));
      else if (this.#isNews(row)) await this.#report(row);
    }
  }

  /** True for a session that was not reported with the same refusal and the same edits. A retry of a dead session changes its file. */
  #isNews({ diagnosis: { refusal, edits }, ...session }) {
    const cause = JSON.stringify([refusal?.text, edits]);
    const isNews = this.#reported.get(keyOf(session)) !== cause;
    this.#reported.set(keyOf(session), cause);
    return isNews;
  }

  async #report({ state, diagnosis, ...session }) {
    const { refusal, findings, edits, format } = diagnosis;
    const cause = refusal?.rule ?? findings[0]?.rule;
    const made = edits.length && canCopy(session, format) ? await this.#copy({ state, diagnosis, stamp: stampOfSession(session), session: { ...session, name: session.id } }) : undefined;
    if (this.#isJson) return printJson({ path: session.path, id: session.id, state, rule: cause ?? null, copy: made ?? null });
    const lines = [`${printable(session.agent.title)} ${printable(session.id)}: ${state}${cause ? ` (${cause})` : ""}`, `  file    ${printable(shortPath(session.path))}`];
    if (made) lines.push(`  copy    ${printable(shortPath(made.path))}`, `  resume  ${printable(made.resume ?? "")}`);
    else lines.push(`  ${printable(diagnosis.reason ?? (edits.length ? `To repair it: rethought doctor ${quoted(session.id)} --write` : "No edit of the file is known that helps."))}`);
    printText(lines.join("\n"));
  }

  async #copy(patient) {
    try {
      const made = await makeCopy(patient, this.#options);
      // The copy is not news.
      for (const session of findAll()) if (session.path === made.path && (!session.isRow || session.id === made.id)) this.#known.set(keyOf(session), markOf(session));
      return made;
    } catch (error) {
      note(error.message);
      return undefined;
    }
  }
}

const markOf = ({ size, modified }) => `${size} ${modified}`;
