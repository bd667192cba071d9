// The runtimes, as files of their platform packages: no install script is needed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "../../../scripts/command.mjs";
import { tests } from "../../../scripts/paths.mjs";

const modules = join(tests, "node_modules");
const { arch } = process;

export const node = (major) => find(`node${major}-${arch}/bin/node`);
export const deno = () => find(`@deno/linux-${arch}-glibc/deno`);
export const bun = () => find(`@oven/bun-linux-${arch === "arm64" ? "aarch64" : arch}/bin/bun`);

function find(path) {
  const file = join(modules, path);
  if (existsSync(file)) return file;
  throw new Stop(`${path} is not among the installed packages of tests/.`, {
    todo: "The matrix runs on Linux, x64 or arm64. Remove tests/node_modules and run npm ci in tests/.",
  });
}
