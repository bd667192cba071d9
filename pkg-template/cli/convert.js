// rethought convert: requests for another wire, with the fate of every thought.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { convert as converted, Ledger } from "../start/node.js";
import { nearest } from "../text/options.js";
import { severityOf } from "../report/words.js";
import { OTHER_WIRES } from "../text/other-wire-names.js";
import { printable } from "../text/printable.js";
import { WIRES } from "./commands/names.js";
import { tables } from "../tables/index.js";
import { messageFormats } from "../wasm/glue.js";
import { guarded } from "../wasm/recover.js";
import { eachFile, printOutcomes } from "./files.js";
import { note, printBytes, printJsonText } from "./output.js";
import { requestOf } from "./request.js";
import { nextRequest } from "./sessions.js";
import { auditOptionsOf, checkTarget, targetOf } from "./target.js";
import { listed } from "../text/listed.js";
import { didYouMean, Usage } from "./usage.js";

export async function convert(words, values, { endings }) {
  const { target: source, to, policy } = conversionOf(values);
  const { format = "text" } = values;
  const tablesGiven = auditOptionsOf(values);
  await checkTarget(values, tablesGiven);
  const ledger = values.ledger === undefined ? undefined : ledgerOf(values.ledger);
  const isOfFramework = formats().includes(values.from);
  const write = (input, { request, target }) => {
    const from = { ...target, ...source };
    const options = { from, to, ...tablesGiven, ...(policy ? { policy } : {}), ...(ledger ? { ledger } : {}) };
    const { request: made, plan, notes, report } = converted(request, options);
    const text = new TextDecoder().decode(made);
    if (format === "text") {
      if (values.raw) printBytes(made);
      else printJsonText(text);
      tableOf(plan, notes, printable(input.file)).forEach(note);
      findingsOf(report).forEach(({ severity, rule, message }) => note(`${input.file}: ${severityOf({ severity })}[${rule}]: ${message}`));
    }
    const findings = findingsOf(report).map(({ rule, severity, message, pointer }) => ({ rule, severity, message, pointer }));
    return { found: report?.verdict === "rejected" ? 1 : 0, result: { request: JSON.parse(text), plan, notes, verdict: report?.verdict, findings } };
  };
  // Messages of a framework are not a transcript, although they may look like one.
  const onSession = isOfFramework ? undefined : async (session) => write(session, await nextRequest(session));
  const done = await eachFile(words, { endings, onSession }, (input) => write(input, isOfFramework ? { request: input.bytes, target: {} } : requestOf(input, {}, { command: "convert" })));
  if (format === "json") printOutcomes(done, "converted");
  if (ledger) appendFileSync(values.ledger, ledger.unsaved());
  return done.exitCode;
}

/** What the target will refuse, or lose, in the converted request. */
const findingsOf = (report) => report?.findings.filter(({ severity }) => severity !== "advice") ?? [];

/** The source and the target of a conversion, as the command line names them. */
export function conversionOf(values) {
  if (!values.to) throw new Usage("--to is missing. Name the wire of the converted request: --to openai-responses");
  for (const name of ["to", "from"]) checkWire(values[name], name);
  return { target: values.from ? { wire: values.from } : {}, to: { ...targetOf(values), wire: values.to }, policy: values.policy };
}

/** The names of the formats in which frameworks keep messages. */
const formats = () => namesOfFormats().split("\n");
const namesOfFormats = guarded(messageFormats);

/** Refuses a word that is neither a wire nor a format. */
function checkWire(wire, name) {
  const names = [...WIRES, ...formats()];
  if (wire === undefined || names.includes(wire)) return;
  const meant = didYouMean(Object.hasOwn(OTHER_WIRES, wire) ? listed(OTHER_WIRES[wire]) : nearest(wire, names));
  const host = tables().hosts.find((row) => row.name === wire.toLowerCase() && row.host);
  const hint = meant || (host ? ` It is a host: --${name} ${host.wires?.at(-1) ?? "openai-chat"} --host ${host.host}.` : "");
  throw new Usage(`--${name} must be ${listed(names)} (got ${wire}).${hint} All hosts: rethought tables`);
}

/** The ledger of a file of lines; an empty one if there is none yet. */
function ledgerOf(file) {
  return existsSync(file) ? Ledger.fromJSON(readFileSync(file)) : new Ledger();
}

/** The plan and the notes as lines of a table, for people. */
function tableOf(plan, notes, file) {
  const rows = [
    ...plan.map(({ pointer, to, fate, reason }) => [fate, pointer, to ?? "", reason]),
    ...notes.map(({ level, pointer, count, to, what, why }) => [level, pointer ?? "", to ?? "", `${what}: ${why}${count > 1 ? ` (${count} times)` : ""}`]),
  ];
  if (!rows.length) return [`${file}: nothing was left out`];
  const widths = [0, 1, 2].map((column) => rows.reduce((width, row) => Math.max(width, row[column].length), 0));
  return rows.map((row) => `${file}: ${row.map((cell, column) => (column < 3 ? cell.padEnd(widths[column]) : cell)).join("  ")}`);
}
