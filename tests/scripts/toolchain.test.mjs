// The version of Rust: one for every machine, in rust-toolchain.toml.
import { equal, match, ok } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fingerprint } from "../../scripts/fingerprint.mjs";
import { root } from "../../scripts/paths.mjs";
import { ensureCargo, rustVersion } from "../../scripts/tools.mjs";

test("rust-toolchain.toml names a version with what the build and the tests need", () => {
  const text = readFileSync(join(root, "rust-toolchain.toml"), "utf8");
  match(rustVersion(), /^\d+\.\d+\.\d+$/);
  for (const part of ["clippy", "rustfmt", "wasm32-unknown-unknown"]) ok(text.includes(`"${part}"`), part);
});

test("it is no older than the version that Cargo.toml asks for", () => {
  const least = /^rust-version = "([^"]+)"/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))?.[1] ?? "0";
  ok(rustVersion().localeCompare(least, "en", { numeric: true }) >= 0, `${rustVersion()} is older than ${least}`);
});

test("the compiler in this checkout is of that version", async () => {
  await ensureCargo();
  equal(execFileSync("rustc", ["--version"], { cwd: root, encoding: "utf8" }).split(" ")[1], rustVersion());
});

test("the wasm is compiled anew when the version changes", () => {
  const inputs = /const RUST = \[([^\]]+)\]/.exec(readFileSync(join(root, "scripts", "build.mjs"), "utf8"))[1];
  ok(inputs.includes('"rust-toolchain.toml"'));
  ok(fingerprint(["rust-toolchain.toml"]) !== fingerprint(["no such file"]), "the file is read");
});
