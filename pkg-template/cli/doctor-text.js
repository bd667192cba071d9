// The texts of rethought doctor: a session, and the list of all.
import { homedir } from "node:os";
import { basename } from "node:path";
import { counted } from "../report/words.js";
import { canCopy } from "../doctor/files/copy.js";
import { isInside, shownAddress } from "../doctor/places/contained.js";
import { isDead } from "../doctor/state.js";
import { printable } from "../text/printable.js";
import { quoted } from "./quoted.js";
import { painted, widthOf, wrapped } from "./terminal.js";

const COLORS = { dead: "red", "likely dead": "red", refused: "red", "not checked": "yellow", "loses thoughts": "yellow", damaged: "yellow", healthy: "green" };
const SENTENCES = {
  dead: "The provider will refuse the next request.",
  "likely dead": "The provider will probably refuse the next request.",
  refused: "The provider refused the last request. Our checks find no cause in the file.",
  "not checked": "Not checked.",
  "loses thoughts": "The next request is accepted, but thoughts are lost.",
  damaged: "The next request is accepted, but lines of the file are damaged.",
  healthy: "No problems found.",
};

/** The states for which a diagnosis has a reason that a person needs. */
const EXPLAINED = ["dead", "likely dead", "refused", "not checked"];

/** A path as people write it. */
export const shortPath = (address) => {
  const path = shownAddress(address);
  return path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
};

/** The page of one session. The commands in it name the session by `name`, and repeat the options that it was examined with. */
export function sessionText(session, name, options = {}) {
  const { path, id, state, diagnosis, agent: owner, isRow } = session;
  const { sessions, model, host, project, time, exchanges, reason } = diagnosis;
  const agent = owner?.title ?? diagnosis.agent;
  // The lines of an export that nobody has written say nothing to a person.
  const placeOf = isRow ? () => "" : linePlaceOf;
  const rows = [
    ["session", id ?? sessions.at(-1)],
    [isRow ? "database" : "file", shortPath(path)],
    ["project", project],
    ["model", [model, host].filter(Boolean).join(" at ")],
    ["last answer", [time && readableTime(time), counted(exchanges, "exchange")].filter(Boolean).join(", ")],
  ].filter(([, value]) => value);
  return [
    `${painted("bold", printable(agent ?? basename(path)))}: ${painted(COLORS[state], state)}`,
    paragraph(SENTENCES[state]),
    pairs(rows.map(([key, value]) => [key, printable(value)])),
    ...[refusalText(diagnosis, placeOf), findingsText(diagnosis, placeOf), faultsText(diagnosis), repairText(diagnosis, isRow)].filter(Boolean),
    ...(reason && EXPLAINED.includes(state) ? [paragraph(printable(reason))] : []),
    ...nextText(session, name, options),
  ].join("\n\n");
}

/** Names and values in two columns. A value that does not fit is on lines of its own. A command, which has a colour, stays on one, so that it can be copied. */
function pairs(rows, color) {
  const column = Math.max(...rows.map(([key]) => key.length));
  const isWide = (value) => column + value.length + 4 > widthOf();
  const below = (value) => (color ? `    ${painted(color, value)}` : paragraph(value, "    "));
  return rows.map(([key, value]) => (isWide(value) ? `  ${key}\n${below(value)}` : `  ${key.padEnd(column)}  ${color ? painted(color, value) : value}`)).join("\n");
}

const linePlaceOf = ({ line, offset }) => (line === null ? "" : ` at line ${line}, byte ${offset}`);
/** A text in lines of the terminal, all of them indented. */
const paragraph = (text, indent = "  ") => wrapped(text, widthOf() - indent.length).replace(/^/gm, indent);

function refusalText({ refusal }, placeOf) {
  if (!refusal) return undefined;
  const status = refusal.status ? `${refusal.status} ` : "";
  const lines = [`  The provider refused it${placeOf(refusal)}:`, paragraph(`${status}${printable(refusal.text)}`, "    ")];
  return [...lines, refusal.rule ? `  rethought explain ${refusal.rule}` : "  No rule is known for this error."].join("\n");
}

/** More findings than these do not help a person. */
const SHOWN = 10;

function findingsText({ findings }, placeOf) {
  if (!findings.length) return undefined;
  const lines = findings.slice(0, SHOWN).map((finding) => paragraph(`${finding.rule}${placeOf(finding)}: ${printable(finding.message)}`, "    "));
  const rest = findings.length > SHOWN ? [`    and ${counted(findings.length - SHOWN, "more problem")}`] : [];
  return ["  Problems of the next request:", ...lines, ...rest].join("\n");
}

const FAULTS = [["unreadable", "Lines that cannot be read:"], ["incomplete", "Lines that were read in part:"]];

function faultsText({ faults }) {
  const texts = FAULTS.map(([kind, title]) => [title, faults.filter((fault) => fault.kind === kind)]).filter(([, some]) => some.length);
  return texts.map(([title, some]) => faultLines(title, some)).join("\n\n") || undefined;
}

function faultLines(title, faults) {
  const lines = faults.slice(0, SHOWN).map((fault) => paragraph(`line ${fault.line}, byte ${fault.offset}: ${printable(fault.reason)}`, "    "));
  const rest = faults.length > SHOWN ? [`    and ${counted(faults.length - SHOWN, "more line")}`] : [];
  return [`  ${title}`, ...lines, ...rest].join("\n");
}

function repairText({ edits, losses, kept }, isRow) {
  if (!edits.length) return undefined;
  const lines = new Set(edits.map(({ line }) => line)).size;
  const bytes = edits.reduce((sum, { length }) => sum + length, 0);
  const texts = [...losses, ...(kept ? [`${counted(kept, "genuine handle")} ${kept === 1 ? "stays" : "stay"}.`] : [])];
  return [paragraph(isRow ? `The repair edits ${counted(edits.length, "place")} of its rows. All other bytes stay.` : `The repair edits ${counted(lines, "line")} and replaces ${counted(bytes, "byte")}. All other bytes stay.`), ...texts.map((text) => paragraph(printable(isRow ? withoutLines(text) : text), "    "))].join("\n");
}

const withoutLines = (text) => text.replace(/ \(lines? [^)]*\)/, "");

/** The command that resumes a session: an agent that is another one by another name has its own. */
export function resumeOf({ resume, sessions }, agent, id) {
  if (!agent?.resume) return resume;
  return agent.resume.endsWith(" ") ? `${agent.resume}${sessions.at(-1) ?? id}` : resume && agent.resume;
}

function nextText(session, name, options) {
  const { diagnosis, state, isRow, isPacked, bytes, agent } = session;
  const { edits, repairable, format } = diagnosis;
  const resume = resumeOf(diagnosis, agent, session.id);
  const word = printable(quoted(name));
  const given = Object.entries(options).map(([option, value]) => printable(` --${option} ${quoted(value)}`)).join("");
  const rows = [];
  if (edits.length && (bytes || isInside(session.path))) return [paragraph(NOT_WRITTEN)];
  if (edits.length && isPacked) return [pairs([["unpack it", `gunzip < ${word} > session.jsonl`], ["then repair", `rethought doctor session.jsonl${given} --write`]], "cyan")];
  // An export is imported under new ids, which the copy names.
  if (edits.length && repairable === "rows" && !isRow) return [pairs([["repair", `rethought doctor ${word}${given} --copy`]], "cyan")];
  if (edits.length) rows.push(["repair the file", `rethought doctor ${word}${given} --write`]);
  if (edits.length && canCopy(session, format)) rows.push(["or a copy", `rethought doctor ${word}${given} --copy`]);
  if (resume && (edits.length || !isDead(state))) rows.push([edits.length ? "then resume" : "resume", printable(resume)]);
  return rows.length ? [pairs(rows, "cyan")] : [];
}

const NOT_WRITTEN = "Standard input and the files of an archive are not written. To repair the session, name its file.";

/** The list of sessions: a line each, two in a narrow terminal, and a line about all. */
export function listText(rows) {
  const width = widthOf();
  const ids = shortIds(rows);
  const lines = rows.map((row, nth) => rowText(row, ids[nth], width));
  const dead = rows.filter(({ state }) => isDead(state) || state === "refused");
  const total = `${counted(rows.length, "session")}: ${dead.length ? `${dead.length} cannot go on` : "no problems found"}.`;
  const named = dead.find(({ path, bytes }) => !isInside(path) && !bytes);
  const hint = named ? ` To see one: rethought doctor ${quoted(ids[rows.indexOf(named)])}` : "";
  // A command stays on one line, so that it can be copied.
  return [...lines, total.length + hint.length > width ? `${total}\n${hint.trim()}`.trim() : `${total}${hint}`].join("\n");
}

const [STATE, AGENT, TIME, PROJECT, ID] = [15, 13, 17, 20, 8];
const NARROW = 70;

function rowText({ state, agent, path, modified, diagnosis }, id, width) {
  const project = printable(basename(diagnosis?.project ?? "") || "-");
  const shown = painted(COLORS[state], state.padEnd(STATE));
  const title = printable(agent?.title ?? diagnosis?.agent ?? basename(path)).slice(0, AGENT - 1).padEnd(AGENT);
  const time = timeOf(diagnosis?.time, modified).padEnd(TIME);
  if (width < NARROW) return `${shown}${title.trimEnd()}\n  ${time}${id}\n  ${cut(project, width - 2)}`;
  return `${shown}${title}${time}${cut(project, PROJECT).padEnd(PROJECT)} ${id}`;
}

/** The shortest beginnings of ids that name one session each. A file that is not in the folder of an agent has its path, and a subagent its whole name. */
function shortIds(rows) {
  const ids = rows.map((row) => printable(isOwn(row) ? ownId(row) : ((row.agent ? row.id : row.name) ?? row.id)));
  const sorted = ids.filter((_, nth) => isOwn(rows[nth])).sort();
  const lengths = new Map(sorted.map((id, nth) => [id, 1 + Math.max(sharedLength(id, sorted[nth - 1]), sharedLength(id, sorted[nth + 1]))]));
  return ids.map((id, nth) => (isOwn(rows[nth]) ? id.slice(0, Math.max(ID, lengths.get(id))) : id));
}

/** The id of a session: at the end of the name of its file, if the name has only the beginning of it. */
const ownId = ({ id, agent }) => (agent.idStart === undefined ? id : id.slice(-agent.idStart));

/** True for a session that is known by its id. */
const isOwn = ({ agent, parent }) => agent !== undefined && parent === undefined;

function sharedLength(one, other = "") {
  let length = 0;
  while (length < one.length && one !== other && one[length] === other[length]) length++;
  return length;
}

/** Some agents write milliseconds. */
const readableTime = (time) => (/^\d{12,14}$/.test(time) ? new Date(Number(time)).toISOString() : time);

const cut = (text, width) => (text.length > width ? `${text.slice(0, Math.max(1, width - 1))}…` : text);

/** The time of the last exchange, or else of the file, without seconds. */
function timeOf(time, modified) {
  const date = new Date(time ? readableTime(time) : (modified ?? NaN));
  const known = Number.isNaN(date.getTime()) ? new Date(modified) : date;
  return Number.isNaN(known.getTime()) ? "-" : known.toISOString().slice(0, 16).replace("T", " ");
}
