// The errors of a caller, and the targets and options that every command reads from the command line alike.
import { readFileSync } from "node:fs";

/** The command was called wrongly: nothing was done. */
export class Usage extends Error {}

/** Where a request goes, as far as the command line says it. */
export function targetOf({ wire, host, model, url, account, era, enforced, beta }) {
  return Object.fromEntries(Object.entries({ wire, host, model, url, account, era, enforced, betas: beta }).filter(([, value]) => value !== undefined));
}

export function optionsOf({ off, models, tables }) {
  return { ...(off ? { off } : {}), ...(models ? partedRows(parsedFile(models)) : {}), ...(tables ? { tables: parsedFile(tables) } : {}) };
}

/** Rows of hosts have a name; all others are taken for rows of models. */
function partedRows(rows) {
  if (!Array.isArray(rows)) return { models: rows };
  const isHost = (row) => typeof row?.name === "string" && row.if === undefined;
  return { models: rows.filter((row) => !isHost(row)), hosts: rows.filter(isHost) };
}

function parsedFile(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Usage(`${file} is no table: ${error.message}`);
  }
}

/** Returns the word if it is one of several; the first of them if none is given. */
export function oneOf(word, name, words) {
  if (word !== undefined && !words.includes(word)) throw new Usage(`--${name} knows ${words.join(", ")}, not ${word}`);
  return word ?? words[0];
}
