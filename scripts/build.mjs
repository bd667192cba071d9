// Builds pkg/: Rust → wasm → glue → optimised wasm, and the table of the rules; scripts/assemble.mjs puts the hand-written JavaScript of pkg-template beside it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { assemble, CARDS, TEXTS } from "./assemble.mjs";
import { report, run } from "./command.mjs";
import { fingerprint, isFresh, remember } from "./fingerprint.mjs";
import { ensurePackages } from "./npm.mjs";
import { pkg, root, target } from "./paths.mjs";
import { ensureWasmBindgen, ensureWasmTarget, wasmBindgenVersion } from "./tools.mjs";

const RUST = ["src", "build.rs", "Cargo.toml", "Cargo.lock", ".cargo", "rust-toolchain.toml", "scripts/build.mjs", "scripts/catalogue.rs"];
const ASSEMBLY = ["pkg-template", "package.json", "scripts/addresses.mjs", "scripts/assemble.mjs", "scripts/cards.mjs", "scripts/commonjs.mjs", "scripts/hosts.mjs", "scripts/join-modules.mjs", "scripts/notices.mjs", "scripts/tables.mjs", "scripts/thought-schema.mjs", ...TEXTS];
const stage = join(target, "pkg-wasm");

/** Makes pkg/ if any input changed. Returns whether it did. */
export async function build() {
  const rust = fingerprint(RUST, [wasmBindgenVersion(), binaryenVersion()]);
  const whole = fingerprint(ASSEMBLY, [rust]);
  if (existsSync(join(pkg, "package.json")) && isFresh("pkg", whole)) return false;
  await ensurePackages(root);
  if (!existsSync(join(stage, "rethought.wasm")) || !isFresh("pkg-wasm", rust)) {
    await compile();
    remember("pkg-wasm", rust);
  }
  await assemble(stage);
  remember("pkg", whole);
  return true;
}

/** The version of the optimiser. The lock file as a whole would compile the wasm anew for every package of the page or the site. */
const binaryenVersion = () => JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages["node_modules/binaryen"].version;

async function compile() {
  await ensureWasmTarget();
  const bindgen = await ensureWasmBindgen();
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  // Fetched first: remap() needs the names of the source folders.
  await run("cargo", ["fetch", "--locked"], { log: "build-fetch" });
  // A library that is also an rlib is not optimised at link time, which costs 10 kB gzip. It is therefore built only as a cdylib.
  const of = ["--lib", "--crate-type", "cdylib", "--target", "wasm32-unknown-unknown"];
  const wasmCompiled = run("cargo", ["rustc", "--release", "--locked", ...of, "--config", remap()], { log: "build-cargo" });
  // The wasm is compiled on one core. Meanwhile the cards of the rules are written natively, since the wasm has only the texts for reports.
  const tableWritten = run("cargo", ["run", "--locked", "--bin", "catalogue"], { log: "build-catalogue" }).then((told) => {
    writeFileSync(join(stage, CARDS), told.split("\n").find((line) => line.startsWith("[{")));
  });
  await Promise.all([wasmCompiled, tableWritten]);
  const wasm = join(process.env.CARGO_TARGET_DIR || target, "wasm32-unknown-unknown", "release", "rethought.wasm");
  // The reset function replaces a dead instance without a call into it (pkg-template/wasm/recover.js). Without its own default path, the glue adds no
  // second copy of the wasm to bundles of `rethought/inline`.
  const flags = ["--target", "web", "--omit-default-module-path", "--experimental-reset-state-function"];
  await run(join(bindgen, "wasm-bindgen"), [...flags, "--out-name", "glue", "--out-dir", stage, wasm], { log: "build-bindgen" });
  // Never --all-features: binaryen 132 then writes compact imports, which Node, Deno and Bun refuse.
  const optimise = join(root, "node_modules", "binaryen", "bin", "wasm-opt");
  const [raw, small] = [join(stage, "glue_bg.wasm"), join(stage, "rethought.wasm")];
  // Functions with one caller are not inlined: inlined, they have so many locals that gzip saves 2 kB less.
  const apart = ["--one-caller-inline-max-function-size=20", "--always-inline-max-function-size=0", "--flexible-inline-max-function-size=0"];
  // Sorted by name, functions of one module are neighbours, and gzip, which looks back 32 kB, saves another kilobyte.
  const order = ["--reorder-functions-by-name", "--reorder-locals"];
  await run(process.execPath, [optimise, "-O3", ...apart, ...order, "--strip-producers", raw, "-o", small], { log: "build-wasm-opt" });
}

/** Panic messages contain source paths. They must not name the machine of the build, or change its bytes. */
function remap() {
  const cargo = process.env.CARGO_HOME || join(homedir(), ".cargo");
  const sources = join(cargo, "registry", "src");
  const places = [[cargo, "cargo"], [root.replace(/\/$/, ""), "rethought"]];
  // The last match wins, so the folder of each registry, whose name is a hash, comes after its parent.
  for (const name of existsSync(sources) ? readdirSync(sources) : []) places.push([join(sources, name), "crates"]);
  return `target.wasm32-unknown-unknown.rustflags=${JSON.stringify(places.map((pair) => `--remap-path-prefix=${pair.join("=")}`))}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const start = Date.now();
  build().then((made) => console.log(made ? `pkg built in ${((Date.now() - start) / 1000).toFixed(1)} s` : "pkg is up to date"), report);
}
