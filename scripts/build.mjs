// Builds pkg/: Rust → wasm → glue → optimised wasm, and the hand-written JavaScript of pkg-template beside it.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { catalogue } from "./cards.mjs";
import { report, run, Stop } from "./command.mjs";
import { fingerprint, isFresh, remember } from "./fingerprint.mjs";
import { leanHosts } from "./hosts.mjs";
import { ensurePackages } from "./npm.mjs";
import { pkg, root, target } from "./paths.mjs";
import { ensureWasmBindgen, ensureWasmTarget, wasmBindgenVersion } from "./tools.mjs";

const RUST = ["src", "Cargo.toml", "Cargo.lock", ".cargo", "rust-toolchain.toml", "package-lock.json", "scripts/build.mjs", "scripts/cards.mjs", "scripts/hosts.mjs"];
const TEXTS = ["README.md", "LICENSE", "CHANGELOG.md"];
const stage = join(target, "pkg-wasm");

/** Makes pkg/ if any input changed; returns whether it had to. */
export async function build() {
  const rust = fingerprint(RUST, [wasmBindgenVersion()]);
  const whole = fingerprint(["pkg-template", "package.json", ...TEXTS], [rust]);
  if (existsSync(join(pkg, "package.json")) && isFresh("pkg", whole)) return false;
  await ensurePackages(root);
  if (!existsSync(join(stage, "rethought.wasm")) || !isFresh("pkg-wasm", rust)) {
    await compile();
    remember("pkg-wasm", rust);
  }
  await assemble();
  remember("pkg", whole);
  return true;
}

async function compile() {
  await ensureWasmTarget();
  const bindgen = await ensureWasmBindgen();
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  // Fetched first: the source folders must be there to be named in remap().
  await run("cargo", ["fetch", "--locked"], { log: "build-fetch" });
  // Of that one type: cargo optimises nothing at the link of a library that is an rlib too, and 10 kB gzip stay in it.
  const of = ["--lib", "--crate-type", "cdylib", "--target", "wasm32-unknown-unknown"];
  const lean = join(stage, "hosts.json");
  writeFileSync(lean, leanHosts());
  await run("cargo", ["rustc", "--release", "--locked", ...of, "--config", remap(), "--", "--cfg", "lean_tables"], { log: "build-cargo", env: { RETHOUGHT_HOSTS: lean } });
  const wasm = join(process.env.CARGO_TARGET_DIR || target, "wasm32-unknown-unknown", "release", "rethought.wasm");
  // The reset function replaces a dead instance without a call into it (pkg-template/recover.js).
  // Without its own default path the glue drags no second copy of the wasm into bundles of `rethought/inline`.
  const flags = ["--target", "web", "--omit-default-module-path", "--experimental-reset-state-function"];
  await run(join(bindgen, "wasm-bindgen"), [...flags, "--out-name", "glue", "--out-dir", stage, wasm], { log: "build-bindgen" });
  // Never --all-features: binaryen 132 then writes compact imports, which Node, Deno and Bun refuse.
  const optimise = join(root, "node_modules", "binaryen", "bin", "wasm-opt");
  const [raw, small] = [join(stage, "glue_bg.wasm"), join(stage, "rethought.wasm")];
  // A function with one caller stays one: put into each other they have so many locals that gzip finds 2 kB less to share.
  const apart = ["--one-caller-inline-max-function-size=20", "--always-inline-max-function-size=0", "--flexible-inline-max-function-size=0"];
  // By name, functions of one module stand together, and gzip, which looks back 32 kB, finds another kilobyte.
  const order = ["--reorder-functions-by-name", "--reorder-locals"];
  await run(process.execPath, [optimise, "-O3", ...apart, ...order, "--strip-producers", raw, "-o", small], { log: "build-wasm-opt" });
}

/** Panic messages carry source paths: they must not name the machine of the build, nor make its bytes depend on it. */
function remap() {
  const cargo = process.env.CARGO_HOME || join(homedir(), ".cargo");
  const sources = join(cargo, "registry", "src");
  const places = [[cargo, "cargo"], [root.replace(/\/$/, ""), "rethought"]];
  // The last match wins, so the folder of each registry, whose name is a hash, comes after its parent.
  for (const name of existsSync(sources) ? readdirSync(sources) : []) places.push([join(sources, name), "crates"]);
  return `target.wasm32-unknown-unknown.rustflags=${JSON.stringify(places.map((pair) => `--remap-path-prefix=${pair.join("=")}`))}`;
}

async function assemble() {
  const next = join(target, "pkg-next");
  rmSync(next, { recursive: true, force: true });
  cpSync(join(root, "pkg-template"), next, { recursive: true });
  for (const text of TEXTS) if (existsSync(join(root, text))) cpSync(join(root, text), join(next, text));
  cpSync(join(stage, "rethought.wasm"), join(next, "rethought.wasm"));
  writeFileSync(join(next, "glue.js"), takingText(readFileSync(join(stage, "glue.js"), "utf8")));
  writeFileSync(join(next, "types.d.ts"), records(readFileSync(join(stage, "glue.d.ts"), "utf8")));
  const base64 = readFileSync(join(stage, "rethought.wasm")).toString("base64");
  writeFileSync(join(next, "wasm-base64.js"), `// rethought.wasm as text, made by the build.\nexport default "${base64}";\n`);
  for (const [name, text] of Object.entries(catalogue(await ruleTable()))) writeFileSync(join(next, name), text);
  const manifest = JSON.parse(readFileSync(join(next, "package.json"), "utf8"));
  writeFileSync(join(next, "package.json"), JSON.stringify({ ...manifest, version: version() }, null, 2) + "\n");
  await joinModules(next);
  rmSync(pkg, { recursive: true, force: true });
  renameSync(next, pkg);
}

/**
 * The glue, with functions that take a string wherever they take bytes: pkg-template/pass-text.js writes it into the memory. To make bytes of a string first,
 * which the glue would copy, takes as long as the audit.
 */
function takingText(glue) {
  const head = "function passArray8ToWasm0(arg, malloc) {\n";
  if (glue.split(head).length !== 2) throw new Stop("wasm-bindgen writes passArray8ToWasm0 otherwise than scripts/build.mjs expects.");
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

/** What the rules say of themselves: natively, since in wasm they are numbers. */
async function ruleTable() {
  const told = await run("cargo", ["run", "--locked", "--bin", "catalogue"], { log: "build-catalogue" });
  return JSON.parse(told.split("\n").find((line) => line.startsWith("[{")));
}

/** Modules that the command line imports by themselves, besides being in one with the others. */
const ALSO_ALONE = ["printable.js"];

/**
 * Puts the modules behind `api.js`, `explain.js` and `recover.js` into one, `core.js`: to open a file costs Node half a millisecond, and there
 * are a dozen. The glue stays by itself, since there must be one of it; and the texts of the rules, since a page may have them from elsewhere.
 */
async function joinModules(folder) {
  const { build } = await import("esbuild");
  const outdir = join(folder, "joined");
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["api.js", "recover.js"],
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "core",
    external: ["./glue.js", "./cards.js", "./rules.js"],
    format: "esm",
    platform: "neutral",
    target: "es2022",
    charset: "utf8",
    metafile: true,
  });
  for (const module of Object.keys(metafile.inputs)) if (!ALSO_ALONE.includes(module)) rmSync(join(folder, module));
  for (const emptied of ["report", "store"]) rmSync(join(folder, emptied), { recursive: true });
  for (const file of readdirSync(outdir)) renameSync(join(outdir, file), join(folder, file));
  rmSync(outdir, { recursive: true });
}

/** The records that tsify declares, without the glue's own functions: those need DOM types that a Node program may not have. */
function records(declarations) {
  const found = declarations.match(/(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:interface [\s\S]*?\n\}|type [\s\S]*?;)\n/g) ?? [];
  const own = found.filter((text) => !/export (?:interface InitOutput|type (?:Sync)?InitInput)\b/.test(text));
  return `// The records of the Rust side, written by tsify.\n${own.join("\n")}export {};\n`;
}

function version() {
  const found = /^\[package\][^[]*?^version = "([^"]+)"/ms.exec(readFileSync(join(root, "Cargo.toml"), "utf8"));
  if (!found) throw new Stop("Cargo.toml has no version under [package].");
  return found[1];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const start = Date.now();
  build().then((made) => console.log(made ? `pkg built in ${((Date.now() - start) / 1000).toFixed(1)} s` : "pkg is up to date"), report);
}
