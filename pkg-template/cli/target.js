// The target and the options of an audit, from the command line and the configuration.
import { readFileSync } from "node:fs";
import { audit, explain } from "../start/node.js";
import { nearest } from "../text/options.js";
import { unreadable } from "../text/unreadable.js";
import { didYouMean, Usage } from "./usage.js";

/** The target of a request, as far as the command line names it. */
export function targetOf({ wire, host, model, url, account, era, enforced, beta }) {
  return Object.fromEntries(Object.entries({ wire, host, model, url, account, era, enforced, betas: beta }).filter(([, value]) => value !== undefined));
}

/** The options of an audit: rules that are off, and rows of models and hosts. */
export function auditOptionsOf({ off, models, tables }) {
  // The names of the rules are read for a hint alone: without `--off` nobody needs them.
  const unknown = off?.find((id) => explain(id) === undefined);
  if (unknown !== undefined) throw new Usage(`Unknown rule ${unknown}.${didYouMean(nearest(unknown, explain()))}`);
  return { ...(off?.length ? { off } : {}), ...(models ? partedRows(parsedFile(models)) : {}), ...(tables ? { tables: parsedFile(tables) } : {}) };
}

/**
 * Checks the target and the tables before files are read: an error in an option is one error, not one for each file. `configured` is the target of the
 * configuration.
 * @throws {Usage}
 */
export async function checkTarget(values, options = {}, configured = {}) {
  const given = targetOf(values);
  // Without a prototype: what only a polluted Object.prototype has was not given.
  const target = Object.assign(Object.create(null), configured, given);
  const rows = Object.entries(options).filter(([name]) => ["models", "hosts", "tables"].includes(name));
  const nameOf = (member) => (!Object.hasOwn(given, member) ? `rethought.json: /target/${member}` : `--${member}`);
  // Most calls give none of these, and need no tables for it.
  if (!rows.length && ["host", "url", "era"].every((name) => target[name] === undefined)) return;
  try {
    audit(NO_MESSAGES, { wire: "openai-chat", ...target }, Object.fromEntries(rows));
  } catch (error) {
    const [, member] = /^\/(\w+)$/.exec(error.pointer) ?? [];
    if (member === "models" || member === "hosts") throw new Usage(`${values.models} must be a list of rows, each with \`if\` and \`set\`, or with \`name\``);
    if (member === "tables") throw new Usage(`${values.tables}: ${error.reason ?? error.message}`);
    if (!["host", "url", "era", "wire"].includes(member)) throw error;
    throw new Usage(withoutPlace(error).replace(`\`${member}\``, nameOf(member)).replace(/ \(got `(.*)`\)$/, " (got $1)"));
  }
  if (target.host !== undefined || target.url !== undefined) (await import("./near-host.js")).checkHosts(target, nameOf);
}

const NO_MESSAGES = '{"messages":[]}';

/** The sentence of an error without its place, which is an option here. */
const withoutPlace = ({ message }) => message.replace(/ \(at "[^"]*"\)$/, "");

/** Splits rows into those of hosts, which have a name, and those of models. */
function partedRows(rows) {
  if (!Array.isArray(rows)) return { models: rows };
  const isHost = (row) => typeof row?.name === "string" && row.if === undefined;
  return { models: rows.filter((row) => !isHost(row)), hosts: rows.filter(isHost) };
}

function parsedFile(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Usage(error instanceof SyntaxError ? `${file} is not a table: not JSON: ${error.message}` : `${file}: ${unreadable(error)}`);
  }
}
