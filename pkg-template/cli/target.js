// The target and the options of an audit, from the command line and the configuration.
import { readFileSync } from "node:fs";
import { explain } from "../start/node.js";
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
