// Programs with the types of the packages compile against the adapters, strictly and without a cast.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../../scripts/npm.mjs";
import { pkg, target, tests } from "../../../scripts/paths.mjs";

const source = fileURLToPath(new URL("../typed.ts", import.meta.url));
const earlier = fileURLToPath(new URL("../earlier-ai-sdk/", import.meta.url));

function compile(name, file) {
  const paths = { rethought: [join(pkg, "main", "index.d.ts")], "rethought/*": [join(pkg, "*", "index.d.ts")] };
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: "es2022", module: "esnext", moduleResolution: "bundler", skipLibCheck: true, types: [], lib: ["es2023", "dom", "esnext.disposable"], paths };
  const config = join(target, `adapters-${name}-${basename(dirname(file))}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
  try {
    execFileSync(process.execPath, [join(tests, "node_modules", name, "bin", "tsc"), "-p", config], { encoding: "utf8" });
  } catch (error) {
    throw new Error(error.stdout.slice(0, 2000));
  }
}

for (const name of ["typescript", "typescript7"]) {
  test(`programs with the packages' own types compile, ${name}`, async () => {
    await ensurePackages(tests);
    compile(name, source);
  });

  test(`the middleware has the types of AI SDK 5 and 6, ${name}`, async () => {
    for (const folder of [tests, earlier]) await ensurePackages(folder);
    compile(name, join(earlier, "typed.ts"));
  });
}
