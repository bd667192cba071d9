// The compiled tools: each is installed once, in a folder with its name and version, when a step first needs it.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { answers, run, Stop } from "./command.mjs";
import { root, toolsCache } from "./paths.mjs";

const WASM_PACK = "0.15.1";
const CARGO_FUZZ = "0.13.2";
const WASM = "wasm32-unknown-unknown";

export function ensureNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Stop(`Node ${process.versions.node} is too old.`, { todo: "Use Node 20.19 or newer." });
}

export async function ensureCargo() {
  ensureNode();
  if ((await answers("cargo", ["--version"])) || (await hasSameVersion())) return;
  throw new Stop("cargo was not found.", {
    todo: "Install Rust by rustup (https://rustup.rs), open a new shell and run this again.",
  });
}

/** The version that rust-toolchain.toml names. */
export const rustVersion = () => /^channel = "([^"]+)"/m.exec(readFileSync(join(root, "rust-toolchain.toml"), "utf8"))[1];

/** Where rustup may install nothing, a `stable` of the very version that rust-toolchain.toml names is used in its place. */
async function hasSameVersion() {
  const stable = await answers("rustc", ["+stable", "--version"]);
  if (!stable?.startsWith(`rustc ${rustVersion()} `)) return false;
  process.env.RUSTUP_TOOLCHAIN = "stable";
  return true;
}

export async function ensureWasmTarget() {
  await ensureCargo();
  const sysroot = await answers("rustc", ["--print", "sysroot"]);
  if (sysroot && existsSync(join(sysroot, "lib", "rustlib", WASM))) return;
  const todo = `Add the ${WASM} target to your Rust by hand: rustup target add ${WASM}`;
  await run("rustup", ["target", "add", WASM], { log: "rustup-target", todo });
}

export async function ensureComponents() {
  await ensureCargo();
  for (const [subcommand, component] of [["fmt", "rustfmt"], ["clippy", "clippy"]]) {
    if (await answers("cargo", [subcommand, "--version"])) continue;
    await run("rustup", ["component", "add", component], { log: `rustup-${component}` });
  }
}

/** Returns the version of the command line. It must equal that of the crate, or it refuses the module, so the lock file decides. */
export function wasmBindgenVersion() {
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  const found = /name = "wasm-bindgen"\r?\nversion = "([^"]+)"/.exec(lock);
  if (!found) throw new Stop("Cargo.lock names no wasm-bindgen.", { todo: "Run cargo generate-lockfile." });
  return found[1];
}

export const ensureWasmBindgen = () => ensureTool("wasm-bindgen", wasmBindgenVersion(), "wasm-bindgen-cli");
export const ensureWasmPack = () => ensureTool("wasm-pack", WASM_PACK, "wasm-pack");
export const ensureFuzz = () => ensureTool("cargo-fuzz", CARGO_FUZZ, "cargo-fuzz");

/** Returns an environment with the given tools first on PATH. */
export function withTools(...bins) {
  return { PATH: [...bins, process.env.PATH].join(delimiter) };
}

/** Returns the bin folder of the tool, and installs this version first if it is missing. */
async function ensureTool(name, version, crate) {
  const home = join(toolsCache, `${name}-${version}`);
  const bin = join(home, "bin");
  if (existsSync(join(bin, name))) return bin;
  await ensureCargo();
  console.log(`installing ${name} ${version} (once, two to four minutes)`);
  mkdirSync(toolsCache, { recursive: true });
  // Built in another folder and renamed, so that two runs at once, or an interrupted run, never leave half a tool.
  const part = `${home}.part-${process.pid}`;
  const build = join(toolsCache, `target-${process.pid}`);
  try {
    // --debug without debug information: a quarter of the compile time, and the tool runs for half a second.
    await run("cargo", ["install", "--debug", "--locked", "--root", part, "--version", `=${version}`, crate], {
      log: `install-${name}`,
      env: { CARGO_PROFILE_DEV_DEBUG: "0", CARGO_INCREMENTAL: "0", CARGO_TARGET_DIR: build },
      todo: `Install it by hand: cargo install --locked --root ${home} --version =${version} ${crate}`,
    });
    if (!existsSync(bin)) renameSync(part, home);
  } finally {
    rmSync(build, { recursive: true, force: true });
    rmSync(part, { recursive: true, force: true });
  }
  return bin;
}
