// rethought.json: what a project sets once for all calls of audit and fix.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { unreadable } from "../text/unreadable.js";
import { Usage } from "./usage.js";

const NAME = "rethought.json";

/** The configuration for the values of a command line: its members with paths resolved, and the folder that it is in. Empty if there is none. */
export async function configOf({ config, "no-config": isOff }) {
  if (isOff && config !== undefined) throw new Usage("--config and --no-config exclude each other");
  const file = isOff ? undefined : (config ?? nearestConfig(process.cwd()));
  if (file === undefined) return bare({ folder: process.cwd() });
  const folder = dirname(resolve(file));
  const given = await checked(read(file), file);
  const paths = ["baseline", "models", "tables"].filter((name) => given[name] !== undefined).map((name) => [name, resolve(folder, given[name])]);
  return bare({ ...given, ...Object.fromEntries(paths), folder });
}

/** Without a prototype: a member that only a polluted Object.prototype has was not given. */
const bare = (members) => Object.assign(Object.create(null), members);

/**
 * Joins values and configuration. The command line outranks the file; `off` of both counts. The target of the file is apart, because that of a request outranks
 * it.
 */
export async function withConfig(values) {
  const { target = {}, off = [], level, failOn, baseline, exclude, models, tables, folder } = await configOf(values);
  const joined = { level, "fail-on": failOn, baseline, models, tables, ...values, off: [...off, ...(values.off ?? [])] };
  return { values: bare(joined), target, exclude, folder };
}

function nearestConfig(folder) {
  if (existsSync(join(folder, NAME))) return join(folder, NAME);
  const above = dirname(folder);
  return above === folder ? undefined : nearestConfig(above);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") throw new Usage(`--config names ${file}, and there is no such file`);
    throw new Usage(error instanceof SyntaxError ? `${file} is not JSON: ${error.message}` : `${file}: ${unreadable(error)}`);
  }
}

/** Most projects have no configuration, so what checks one is loaded here. */
async function checked(given, file) {
  const { violations } = await import("../tables/schema-check.js");
  const schema = JSON.parse(readFileSync(new URL("../schemas/config.schema.json", import.meta.url), "utf8"));
  const [problem] = violations(given, schema);
  if (!problem) return withPatterns(await withWire(given, file), file);
  throw new Usage(`${file}: ${problem.pointer || "/"} ${problem.message}`);
}

/** Refuses a pattern that is not valid. With nothing excluded, other files would be checked than are meant. */
async function withPatterns(given, file) {
  const { expressionOf } = await import("./glob.js");
  for (const [nth, pattern] of (given.exclude ?? []).entries()) {
    try {
      expressionOf(pattern);
    } catch {
      throw new Usage(`${file}: /exclude/${nth} must be a pattern such as fixtures/** (got ${pattern})`);
    }
  }
  return given;
}

/** Refuses an unknown wire. The schema does not list them, so that it fits later versions too. */
async function withWire(given, file) {
  const [{ WIRES }, { notOneOf }] = await Promise.all([import("./commands/names.js"), import("./arguments.js")]);
  const wire = given.target?.wire;
  if (wire === undefined || WIRES.includes(wire)) return given;
  throw new Usage(`${file}: ${await notOneOf("wire", wire, WIRES, "/target/wire")}`);
}
