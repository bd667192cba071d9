// The settings of `rethought proxy`: the words of the command line, and the member `proxy` of rethought.json. The command line outranks the file.
import { resolve } from "node:path";
import { configOf } from "./config.js";

/** The members that name files, and those that hold pairs. */
const FILES = ["tlsCert", "tlsKey", "record"];
const PAIRS = ["upstream", "modelMap"];

/** Returns the values of the command line, completed by the configuration. `off` of both counts. */
export async function withProxyConfig(values) {
  const { proxy = {}, off = [], folder } = await configOf(values);
  const given = Object.entries(proxy).map(([name, value]) => [optionOf(name), wordsOf(name, value, folder)]);
  const rules = [...off, ...(proxy.off ?? []), ...(values.off ?? [])];
  return Object.assign(Object.create(null), Object.fromEntries(given), values, rules.length ? { off: rules } : {});
}

/** Returns the name of an option: `tlsCert` is `tls-cert`. */
const optionOf = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns a value in the form of the command line: words, or lists of words. */
function wordsOf(name, value, folder) {
  if (PAIRS.includes(name)) return Object.entries(value).map((pair) => pair.join("="));
  if (FILES.includes(name)) return resolve(folder, value);
  if (name === "store") return storeOf(value, folder);
  return typeof value === "number" ? String(value) : value;
}

/** A folder and a file of SQLite are relative to the configuration, as all its paths are. */
function storeOf(value, folder) {
  const [, file] = /^sqlite:(?!\/\/)(.+)$/i.exec(value) ?? [];
  if (file !== undefined) return `sqlite:${resolve(folder, file)}`;
  return /^[a-z][a-z0-9+.-]+:/i.test(value) ? value : resolve(folder, value);
}
