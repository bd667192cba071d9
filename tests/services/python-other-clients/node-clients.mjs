// The programs in JavaScript: each in a separate folder with the packages of its client, beside our harness.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "../../../scripts/command.mjs";
import { pkg, services, target } from "../../../scripts/paths.mjs";
import { Skip } from "../../skip.mjs";
import { VARIANTS } from "./loop.mjs";

const here = join(services, "python-other-clients");

/** Returns the loops of a program in every variant. */
export async function nodeLoops(name, packages, programs) {
  const folder = join(target, "other-clients", "node", name);
  await install(folder, name, packages);
  cpSync(join(programs, `${name}.mjs`), join(folder, `${name}.mjs`));
  cpSync(join(here, "harness.mjs"), join(folder, "harness.mjs"));
  const loops = [];
  for (const variant of Object.keys(VARIANTS)) {
    const env = { RETHOUGHT_LOOP: pathToFileURL(join(here, "loop.mjs")).href, RETHOUGHT_VARIANT: variant };
    const text = await run(process.execPath, [`${name}.mjs`], { cwd: folder, env, log: `other-clients-${name}-${variant}` });
    for (const [, line] of text.matchAll(/^LOOP (.+)$/gm)) loops.push({ ...JSON.parse(line), variant });
  }
  return loops;
}

/** Installs the packages of a client, unless they exist. The package itself is a link to pkg/. */
async function install(folder, name, packages) {
  const list = JSON.stringify({ private: true, type: "module", dependencies: { ...Object.fromEntries(packages.map(named)), rethought: `file:${pkg}` } });
  const mark = join(folder, ".installed");
  if (existsSync(mark) && readFileSync(mark, "utf8") === list) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), list);
  try {
    await run("npm", ["install", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"], { cwd: folder, log: `other-clients-npm-${name}` });
  } catch (error) {
    throw new Skip(`the packages of ${name} cannot be installed (${error.message.split("\n")[0]})`);
  }
  writeFileSync(mark, list);
}

const named = (word) => [word.slice(0, word.lastIndexOf("@")), word.slice(word.lastIndexOf("@") + 1)];
