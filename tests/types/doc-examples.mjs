// Every public function has an `@example` in its declaration, and every example runs. In an example a line that ends in `; // → value` is checked:
// the expression before the arrow has the value after it. A line that ends in `; // throws CODE` throws an error of that code.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { BODIES } from "./example-bodies.mjs";
import { CLIENTS } from "./example-clients.mjs";

/** The clients of databases that stores call. */
const DATABASES = ["SqliteDatabase", "IoredisClient", "NodeRedisClient", "PgClient", "PostgresJsClient", "UnstorageStorage", "KeyvClient", "KvNamespace", "DurableObjectValues", "DurableObjectStorageLike"];
/** Interfaces that callers implement, and not the package. */
const CALLERS = ["Store", "FileUrl", "TelemetryApi", "TelemetryMeter", "TelemetrySpan", ...DATABASES];

/** Returns the checks as `{name, faults}`; the examples run in a folder that has the package installed. */
export function exampled(folder, { entries }) {
  const named = entries.flatMap(({ specifier, symbols }) => [...symbols].flatMap(([name, symbol]) => callsOf(specifier, name, symbol)));
  // Several entries export the same function: the first gives its name.
  const calls = named.filter(({ declarations: [first] }, nth) => named.findIndex((other) => other.declarations[0] === first) === nth);
  const all = calls.map((call) => ({ ...call, examples: call.declarations.flatMap(examplesOf) }));
  const without = all.filter(({ examples }) => !examples.length).map(({ name }) => `${name} has no @example`);
  return [{ name: `all ${all.length} public functions, classes and methods have an example`, faults: all.length ? without : ["found none"] }, ...run(folder, all)];
}

/** Returns the functions behind an exported name, each with its declarations: overloads are one function. */
function callsOf(specifier, name, symbol) {
  const declarations = (symbol.declarations ?? []).filter((node) => !node.getSourceFile().fileName.endsWith("/records/index.d.ts"));
  const label = `${specifier} ${name}`;
  const functions = declarations.filter(ts.isFunctionDeclaration);
  if (functions.length) return [{ name: label, declarations: functions }];
  const owner = declarations.find((node) => ts.isClassDeclaration(node) || (ts.isInterfaceDeclaration(node) && !CALLERS.includes(name)));
  if (!owner) return [];
  const methods = owner.members.filter((member) => ts.isMethodDeclaration(member) || ts.isMethodSignature(member));
  const names = [...new Set(methods.map((method) => method.name.getText()))];
  const own = names.map((method) => ({ name: `${label}.${method}`, declarations: methods.filter((one) => one.name.getText() === method) }));
  // The package makes an error; its base class documents how to catch it.
  const isMade = ts.isClassDeclaration(owner) && !(name.endsWith("Error") && name !== "RethoughtError");
  return isMade ? [{ name: label, declarations: [owner] }, ...own] : own;
}

function examplesOf(node) {
  return ts.getJSDocTags(node).filter((tag) => tag.tagName.text === "example").map((tag) => ts.getTextOfJSDocComment(tag.comment) ?? "");
}

function run(folder, all) {
  const home = join(folder, "examples");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "bodies.mjs"), Object.entries(BODIES).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`).join(""));
  cpSync(new URL("./example-clients.mjs", import.meta.url), join(home, "clients.mjs"));
  const jobs = all.flatMap(({ name, examples }) => examples.map((code) => ({ name, code })));
  jobs.forEach(({ code }, nth) => writeFileSync(join(home, `${nth}.mjs`), moduleOf(code)));
  writeFileSync(join(home, "all.mjs"), `for (let nth = 0; nth < ${jobs.length}; nth++) {
  const fault = await import(\`./\${nth}.mjs\`).then(() => "", (error) => String(error.message));
  console.log(JSON.stringify(fault));
}`);
  const { stdout, stderr } = spawnSync(process.execPath, [join(home, "all.mjs")], { cwd: folder, encoding: "utf8" });
  const faults = stdout.trim().split("\n").map((line) => (line ? JSON.parse(line) : ""));
  return jobs.map(({ name, code }, nth) => {
    const told = faults[nth] ?? `it ended before: ${stderr.slice(0, 300)}`;
    const unchecked = /; \/\/ (→|throws) /.test(code) ? [] : ["nothing in it is checked"];
    return { name: `the example of ${name}`, faults: told ? [told.replaceAll(/\s+/g, " ").slice(0, 400), ...unchecked] : unchecked };
  });
}

/** Returns the module of an example, with its annotated lines as assertions. */
function moduleOf(code) {
  const lines = code.split("\n").map((line) => {
    const [, indent, expression, mark, wanted] = /^(\s*)(.*); \/\/ (→|throws) (.*)$/.exec(line) ?? [];
    if (mark === "→") return `${indent}assert.deepStrictEqual(${expression}, ${wanted});`;
    return mark ? `${indent}await assert.rejects(async () => ${expression}, { code: ${JSON.stringify(wanted)} });` : line;
  });
  return `import assert from "node:assert/strict";\nimport { ${Object.keys(BODIES).join(", ")} } from "./bodies.mjs";\nimport { CLIENTS } from "./clients.mjs";\nconst { ${Object.keys(CLIENTS).join(", ")} } = CLIENTS;\n${lines.join("\n")}\n`;
}
