// The tables of models and hosts as one file: `rethought/tables` and tables.json of the package. The Rust side reads their parts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

const FOLDER = join(root, "src", "knowledge");
const read = (...path) => JSON.parse(readFileSync(join(root, "src", ...path), "utf8"));

export const schema = () => read("knowledge", "models", "tables.schema.json");

/** Returns all tables, with their sources and dates. */
export function tables() {
  const [names, ...models] = modelFiles().map((path) => read("knowledge", path));
  const rows = { names, models: models.flat(), hosts: read("wires", "hosts.json") };
  const dates = [...rows.names, ...rows.models, ...rows.hosts, ...rows.hosts.flatMap(({ facts = [] }) => facts)].map(({ date }) => date);
  return { $schema: "./tables.schema.json", version: 1, date: dates.sort().at(-1), ...rows };
}

/** Returns the rows as the audit reads them, in the order of src/knowledge/profile.rs, without the members for people. */
export function bareRows() {
  const { names, models, hosts } = tables();
  // The facts of a host apply only there; a host without a dialect is identified by its service.
  const at = ({ name, emits }) => (emits ? `dialect=${name}` : `!dialect surface=${name}`);
  const facts = hosts.flatMap((host) => (host.facts ?? []).map((fact) => ({ if: `${at(host)} ${fact.if}`.trimEnd(), set: fact.set })));
  return [...names.map(({ model }) => ({ model })), ...models.map((row) => ({ if: row.if, set: row.set })), ...facts];
}

/** Returns the files of `TABLES`, in their order: the names of models first, the hosts last. */
function modelFiles() {
  const source = readFileSync(join(FOLDER, "profile.rs"), "utf8");
  const list = /^const TABLES: [^=]*= &\[([^\]]*)\];$/m.exec(source)[1];
  return [...list.matchAll(/include_str!\("([^"]+)"\)/g)].map(([, path]) => path);
}
