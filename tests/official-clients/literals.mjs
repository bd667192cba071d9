// Converted requests as literals, and a compiler that checks them against the types of the clients.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tests } from "../../scripts/paths.mjs";
import { Bytes, Member } from "./spelling.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const TSC = join(tests, "node_modules", "typescript7", "bin", "tsc");
/** A text longer than every word of a type does not matter to the compiler. */
const LONGEST = 120;

/** Returns a value as a literal of TypeScript, on one line. */
export function literal(value) {
  if (value instanceof Bytes) return "new Uint8Array()";
  if (value instanceof Member) return value.name;
  if (Array.isArray(value)) return `[${value.map(literal).join(",")}]`;
  if (typeof value === "object" && value !== null) return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${literal(one)}`).join(",")}}`;
  return JSON.stringify(typeof value === "string" && value.length > LONGEST ? value.slice(0, LONGEST) : value);
}

/** A file of literals against one type: `add` gives a literal a line, unless the same one has a line. */
export class LiteralFile {
  #lines = [];
  #names = [];
  #seen = new Set();

  constructor({ imports, type }) {
    this.#lines.push(imports, `type Params = ${type};`);
  }

  get count() {
    return this.#seen.size;
  }

  add(name, value, isRefused = false) {
    const text = literal(value);
    if (this.#seen.has(text)) return;
    this.#seen.add(text);
    if (isRefused) this.#lines.push("// @ts-expect-error the type lacks a member");
    this.#lines.push(`(${text}) satisfies Params;`);
    this.#names[this.#lines.length] = name;
  }

  /** Returns the name of the literal at a line, counted from 1; a comment line has the name of the next. */
  nameAt(line) {
    return this.#names[line] ?? this.#names[line + 1];
  }

  get text() {
    return `${this.#lines.join("\n")}\nexport {};\n`;
  }
}

/** Compiles files by name. Returns the faults, each with the name of its file and of its literal. */
export function compile(files) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "rethought-clients-")));
  try {
    symlinkSync(join(here, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const named = [...files].map(([name, file], nth) => ({ name, file, path: `f${nth}.ts` }));
    for (const { path, file } of named) writeFileSync(join(folder, path), file.text);
    const compilerOptions = { strict: true, noEmit: true, target: "es2022", module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom", "esnext.disposable"], types: [], skipLibCheck: true };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: named.map(({ path }) => path) }));
    const { status, stdout, stderr } = spawnSync(process.execPath, [TSC, "-p", folder, "--pretty", "false"], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 30 });
    const faults = faultsOf(`${stdout}${stderr}`, named);
    if (status !== 0 && !faults.length) throw new Error(`the compiler ended with ${status}: ${stdout}${stderr}`);
    return faults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the faults of the compiler's text; indented lines continue the fault before them. */
function faultsOf(text, named) {
  const faults = [];
  for (const line of text.split("\n").filter((line) => line.trim())) {
    const [, path, row, , said] = /^(\S+?)\((\d+),(\d+)\): error (.*)$/.exec(line) ?? [];
    const found = named.find((one) => one.path === path);
    if (found) faults.push({ client: found.name, literal: found.file.nameAt(Number(row)), said });
    else if (/^\s/.test(line) && faults.length) faults.at(-1).said += ` ${line.trim()}`;
    else faults.push({ client: "the compiler", literal: undefined, said: line });
  }
  return faults;
}
