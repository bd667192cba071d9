// rethought classify: the rules that predict a provider's error, and what to do about it.
import { classify as classified, detect, explain, TranscriptReader } from "../start/node.js";
import { byHand } from "../report/words.js";
import { locate } from "../json/index.js";
import { printable, printableLines } from "../text/printable.js";
import { beginningOf } from "./beginning.js";
import { refuseBinary } from "../text/binary-kind.js";
import { eachFile, printOutcomes } from "./files.js";
import { printText } from "./output.js";
import { quoted } from "./quoted.js";

/** The exit code is 0 if a rule is named for every error, 1 if no rule is known for one, 2 if a file could not be read. */
export async function classify(words, { wire, format = "text" }, { endings }) {
  const done = await eachFile(words, { endings }, ({ file, path, bytes }) => {
    const { error, wire: own, line, offset } = errorIn(bytes, path);
    const found = classified(error, wire ?? own);
    if (!found && line === undefined && detect(bytes)?.role === "request") throw request(path);
    if (format === "text") printText(textOf(found, `${printable(file)}${line === undefined ? "" : `, line ${line}, byte ${offset}`}`));
    return { found: found?.rule === undefined ? 1 : 0, result: found && line !== undefined ? { ...found, line, offset } : (found ?? null) };
  });
  if (format === "json") printOutcomes(done, "classified");
  return done.exitCode;
}

/** The error of a file: the file itself, or the last refusal of a recorded session, with its place. */
function errorIn(bytes, path) {
  refuseBinary(bytes, 'an error of a provider. Give the body of its answer, such as {"error": …}.');
  const { format, fault } = beginningOf(bytes);
  if (format === "unread") throw new Error(fault);
  if (format === undefined || format === "body") return { error: bytes };
  const reader = new TranscriptReader();
  const refused = [...reader.push(bytes), ...reader.finish()].filter(isRefused).at(-1);
  if (!refused && isEnveloped(bytes)) throw request(path);
  if (!refused) throw new Error(`the session has no refusal. If the agent showed one, give its text: rethought doctor ${path === "-" ? "session.jsonl" : quoted(path)} --because "…"`);
  const { response: error, wire, line, offset } = refused;
  return { error, wire, line, offset };
}

const request = (path) => new Error(`a request, not an error. To check it: rethought audit ${path === "-" ? "request.json" : quoted(path)}`);

/** True for a request with its target, as the cards of the rules write it. */
function isEnveloped(bytes) {
  try {
    return [locate(bytes, "/target"), locate(bytes, "/request")].every(Boolean);
  } catch {
    return false;
  }
}

/** True for an exchange that a provider answered with an error. */
const isRefused = ({ type, status, response, reply, wire }) => type === "exchange" && response !== undefined && reply === undefined && (status >= FIRST_ERROR || classified(response, wire)?.rule !== undefined);
const FIRST_ERROR = 400;

function textOf(found, file) {
  if (!found) return `${file}: no rule known for this error`;
  const { rule, message, pointer, code, meaning } = found;
  const lines = [`${file}: ${rule ?? "no rule known for this error"}`, "  The provider answers:", indented(message)];
  if (pointer) lines.push(`  place: ${printable(pointer)}`);
  if (meaning) lines.push(`  ${printable(code)}: ${meaning}`);
  return [...lines, ...(rule === undefined ? [] : [...causesOf(found), ...remediesOf(found)])].join("\n");
}

/** The rules that predict the error, the likeliest first. */
function causesOf({ rule, others }) {
  const causes = [rule, ...others].map((id, nth) => `    ${nth + 1}. ${id}: ${explain(id).summary}`);
  return [others.length ? "  Causes, the likeliest first:" : "  Cause:", ...causes];
}

function remediesOf({ rule, others, recovery }) {
  const { ledger } = explain(rule);
  const manual = byHand(explain(rule));
  const fixes = Object.entries(recovery).map(([safety, title]) => `    fix (${safety}): ${title}`);
  const lines = ["  What to do:", ...fixes, ...(manual ? [`    by hand: ${manual}`] : [])];
  if (ledger) lines.push(`    ${WITHOUT_LEDGER}`);
  // The permission for unsafe fixes includes that for dead ones.
  const allowed = Object.keys(recovery).filter((safety) => safety !== "safe" && !(safety === "dead" && recovery.unsafe));
  if (others.length) lines.push("    To see which cause it is: rethought audit request.json");
  if (!ledger && fixes.length) lines.push(`    To fix the request: rethought fix request.json${allowed.map((safety) => ` --allow ${safety}`).join("")}`);
  return [...lines, `  rethought explain ${rule}`];
}

/** A rule that compares with recorded answers has fixes that restore them. */
const WITHOUT_LEDGER = "Without a ledger: remove the reasoning of the refused message, or start a new conversation. Record the next ones: rethought proxy --store folder";

/** A text of several lines, each under the heading before it. */
const indented = (text) => printableLines(text.trim()).replace(/^/gm, "    ");
