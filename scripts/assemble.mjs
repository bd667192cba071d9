// Assembles pkg/: the hand-written JavaScript and types of pkg-template, the compiled wasm and its glue, the texts of the rules.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestAddresses, SITE } from "./addresses.mjs";
import { ruleIdType, textModules } from "./cards.mjs";
import { Stop } from "./command.mjs";
import { withCommonJs, writeCommonJs } from "./commonjs.mjs";
import { joinModules } from "./join-modules.mjs";
import { thirdPartyNotices } from "./notices.mjs";
import { pkg, root, target } from "./paths.mjs";
import { bundleReportPage, THEME } from "./report-page.mjs";
import { schema, tables } from "./tables.mjs";
import { thoughtSchema } from "./thought-schema.mjs";

/** The texts of the repository that the package ships. */
const SHIPPED = ["README.md", "LICENSE", "CHANGELOG.md"];
/** The files outside pkg-template that the package is made of. */
export const TEXTS = [...SHIPPED, THEME, "scripts/report-page.mjs"];

/** The third-party notices of the package. */
export const NOTICES = "THIRD_PARTY_NOTICES.md";
/** The cards of the rules among what was compiled. */
export const CARDS = "cards.json";

/** Assembles pkg/ from pkg-template/ and the compiled files in the folder `stage`. */
export async function assemble(stage) {
  const next = join(target, "pkg-next");
  rmSync(next, { recursive: true, force: true });
  cpSync(join(root, "pkg-template"), next, { recursive: true });
  for (const text of SHIPPED) writeFileSync(join(next, text), linkedToSite(readFileSync(join(root, text), "utf8")));
  cpSync(join(stage, "rethought.wasm"), join(next, "wasm", "rethought.wasm"));
  writeFileSync(join(next, "wasm", "glue.js"), takingText(readFileSync(join(stage, "glue.js"), "utf8")));
  const types = records(readFileSync(join(stage, "glue.d.ts"), "utf8"));
  mkdirSync(join(next, "records"));
  writeFileSync(join(next, "records", "index.d.ts"), shortComments(types));
  writeFileSync(join(next, "thought", "schema-data.js"), `// The JSON Schema of RawThought, made by the build.\nexport const schema = ${JSON.stringify(thoughtSchema(types))};\n`);
  writeFileSync(join(next, "exchange", "names-data.js"), wireNames(types, readFileSync(join(next, "convert", "records.d.ts"), "utf8")));
  const base64 = readFileSync(join(stage, "rethought.wasm")).toString("base64");
  writeFileSync(join(next, "wasm", "base64.js"), `// rethought.wasm as text, made by the build.\nexport default "${base64}";\n`);
  const cards = JSON.parse(readFileSync(join(stage, CARDS), "utf8"));
  for (const [name, text] of Object.entries(textModules(cards))) writeFileSync(join(next, name), text);
  writeFileSync(join(next, "records", "rule-id.d.ts"), ruleIdType(cards));
  writeTables(next);
  writeFileSync(join(next, "report", "site-address.js"), `// The address of the site, from scripts/addresses.mjs.\nexport const SITE = ${JSON.stringify(SITE)};\n`);
  writeFileSync(join(next, NOTICES), await thirdPartyNotices());
  const manifest = JSON.parse(readFileSync(join(next, "package.json"), "utf8"));
  writeFileSync(join(next, "package.json"), JSON.stringify({ ...manifest, exports: withCommonJs(manifest.exports), version: version(), ...manifestAddresses() }, null, 2) + "\n");
  await joinModules(next);
  await writeCommonJs(next, manifest);
  await bundleReportPage(next);
  rmSync(pkg, { recursive: true, force: true });
  renameSync(next, pkg);
}

/** A text with links to the pages of the site: in the repository they are Markdown, and in the package they are pages. */
function linkedToSite(text) {
  const page = (name) => (name === "index" ? "index.html" : `guides/${name}.html`);
  return text.replace(/\]\(www\/site\/guides\/([\w-]+)\.md(#[\w-]+)?\)/g, (_, name, anchor = "") => `](${SITE || "site"}/${page(name)}${anchor})`);
}

/**
 * Returns the glue with functions that accept a string wherever they accept bytes: pkg-template/text/pass-text.js writes it into the memory.
 * Converting a string to bytes first, which the glue would copy, takes as long as the audit.
 */
function takingText(glue) {
  const head = "function passArray8ToWasm0(arg, malloc) {\n";
  if (glue.split(head).length !== 2) throw new Stop("wasm-bindgen writes passArray8ToWasm0 otherwise than scripts/assemble.mjs expects.");
  const text = `    if (typeof arg === "string" || arg.source !== undefined) {
        const instance = { malloc, realloc: wasm.__wbindgen_realloc, free: wasm.__wbindgen_free };
        const [ptr, length] = passText(arg, instance, getUint8ArrayMemory0);
        WASM_VECTOR_LEN = length;
        return ptr;
    }
`;
  const hook = "let passText;\n/** Gives the glue what writes a string into the memory. */\nexport function passTextBy(pass) {\n    passText = pass;\n}\n\n";
  return glue.replace(head, `${hook}${head}${text}`);
}

/** Writes the tables as files for any reader, one row per line, and as a module for programs. */
function writeTables(folder) {
  const { names, models, hosts, ...head } = tables();
  const lists = Object.entries({ names, models, hosts }).map(([name, rows]) => `"${name}": [\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]`);
  const text = `${JSON.stringify(head, null, 1).slice(0, -2)},\n ${lists.join(",\n ")}\n}\n`;
  const schemaText = `${JSON.stringify(schema(), null, 1)}\n`;
  writeFileSync(join(folder, "tables", "tables.json"), text);
  writeFileSync(join(folder, "tables", "tables.schema.json"), schemaText);
  writeFileSync(join(folder, "tables", "data.js"), `// tables.json and tables.schema.json, as strings, made by the build.\nexport const tablesText = ${JSON.stringify(JSON.stringify(JSON.parse(text)))};\nexport const schemaText = ${JSON.stringify(JSON.stringify(schema()))};\n`);
  // A command asks for the date at every start, and the tables are long.
  writeFileSync(join(folder, "tables", "date.js"), `// The day of the newest row, made by the build.\nexport const date = ${JSON.stringify(head.date)};\n`);
}

/** Returns the records that tsify declares, by name, without the glue's functions: those need DOM types that a Node program may not have. */
function records(declarations) {
  const found = declarations.match(/(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:interface [\s\S]*?\n\}|type [\s\S]*?;)\n/g) ?? [];
  const own = found.filter((text) => !/export (?:interface InitOutput|type (?:Sync)?InitInput)\b/.test(text));
  const nameOf = (text) => /^export (?:interface|type) (\w+)/m.exec(text)[1];
  own.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  return `// The records of src/api/records, written by tsify, by name.\nimport type { RuleId } from "./rule-id.js";\n\n${own.join("\n")}export {};\n`;
}

/** Returns the names of the wires and of the message formats, from their types. */
function wireNames(types, conversions) {
  const names = (text, type) => [...new RegExp(`export type ${type} =([^;]+);`).exec(text)[1].matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  const lists = { WIRES: names(types, "Wire"), FORMATS: names(conversions, "MessageFormat") };
  return `// The names of wires and message formats, made by the build from their types.\n${Object.entries(lists).map(([name, list]) => `export const ${name} = ${JSON.stringify(list)};\n`).join("")}`;
}

/** Puts a one-line comment onto one line: tsify writes three. */
function shortComments(types) {
  return types.replace(/\/\*\*\n *\* ([^\n]*)\n *\*\//g, "/** $1 */");
}

function version() {
  const found = /^\[package\][^[]*?^version = "([^"]+)"/ms.exec(readFileSync(join(root, "Cargo.toml"), "utf8"));
  if (!found) throw new Stop("Cargo.toml has no version under [package].");
  return found[1];
}
