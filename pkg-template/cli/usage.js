// What a caller got wrong, and what every command reads alike: files, targets, options.
import { readFileSync } from "node:fs";

/** Something in the way it was called. */
export class Usage extends Error {}

/** Each file by its name with its bytes; standard input for none or for `-`. */
export function* inputs(files) {
  for (const file of files.length ? files : ["-"]) {
    try {
      yield { file: file === "-" ? "stdin" : file, path: file === "-" ? undefined : file, bytes: readFileSync(file === "-" ? 0 : file) };
    } catch (error) {
      throw new Usage(`${file} cannot be read: ${error.message}`);
    }
  }
}

/** Where a request goes, by what the command line says of it. */
export function targetOf({ wire, host, model, url, account, era, enforced, beta }) {
  return Object.fromEntries(Object.entries({ wire, host, model, url, account, era, enforced, betas: beta }).filter(([, value]) => value !== undefined));
}

export function optionsOf({ off, models }) {
  return { ...(off ? { off } : {}), ...(models ? { models: rowsOf(models) } : {}) };
}

function rowsOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Usage(`${file} is no table of models: ${error.message}`);
  }
}

/** One of several words, the first if nothing is said. */
export function oneOf(word, name, words) {
  if (word !== undefined && !words.includes(word)) throw new Usage(`--${name} knows ${words.join(", ")}, not ${word}`);
  return word ?? words[0];
}
