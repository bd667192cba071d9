// The errors of a caller, and the targets and options that every command reads from the command line alike.
import { readFileSync } from "node:fs";

/** An error in the arguments of a command: nothing was done. */
export class Usage extends Error {}

/** The target of a request, as far as the command line names it. */
export function targetOf({ wire, host, model, url, account, era, enforced, beta }) {
  return Object.fromEntries(Object.entries({ wire, host, model, url, account, era, enforced, betas: beta }).filter(([, value]) => value !== undefined));
}

export function optionsOf({ off, models, tables }) {
  return { ...(off ? { off } : {}), ...(models ? partedRows(parsedFile(models)) : {}), ...(tables ? { tables: parsedFile(tables) } : {}) };
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
    throw new Usage(`${file} is not a table: ${error.message}`);
  }
}

/** Words as a sentence lists them: `text, json or sarif`. */
export const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : `${words[0]}`);

/** A second sentence that offers a name, if one is meant. */
export const didYouMean = (name) => (name === undefined ? "" : ` Did you mean ${name}?`);

/** Returns the word if it is one of several; the first of them if none is given. */
export function oneOf(word, name, words) {
  if (word !== undefined && !words.includes(word)) throw new Usage(`--${name} must be ${listed(words)} (got ${word})`);
  return word ?? words[0];
}
