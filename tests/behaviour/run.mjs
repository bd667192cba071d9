// The behaviour of the packed tarball in a scratch project. `node tests/behaviour/run.mjs store follow` runs only those files.
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "../../scripts/npm.mjs";
import { pack } from "../../scripts/pack.mjs";
import { data, root, shared, tests } from "../../scripts/paths.mjs";
import { scratchProject } from "../services/browser-package/scratch.mjs";
import { runSuite } from "../suite.mjs";

/** The agent-sdk and its dependencies. */
const SDK = ["@cognipeer/agent-sdk", "ajv", "fast-deep-equal", "fast-uri", "json-schema-traverse", "nanoid", "require-from-string", "zod", "zod-to-json-schema"];
const formats = join(root, "src", "formats");
const here = fileURLToPath(new URL(".", import.meta.url));
const AJV = ["ajv", "fast-deep-equal", "fast-uri", "json-schema-traverse", "require-from-string"];
const ORACLES = new Set(["@letta-ai/letta-client", "luxon", "canonicalize", "fast-check", "fflate", "pure-rand", ...AJV, ...SDK]);
await ensurePackages(tests);
const project = await scratchProject(await pack());
try {
  const wanted = process.argv.slice(2);
  const files = readdirSync(here).filter((name) => name.endsWith(".test.mjs") && (!wanted.length || wanted.includes(name.replace(".test.mjs", ""))));
  for (const name of [...files, "cases.mjs", "hostile-texts.mjs"]) cpSync(join(here, name), join(project.folder, name));
  cpSync(join(data, "voice"), join(project.folder, "data", "voice"), { recursive: true });
  for (const name of ["random.mjs", "talks.mjs", "voice.mjs"]) cpSync(join(tests, name), join(project.folder, name));
  // The oracles come from tests/node_modules; the package always from the tarball.
  for (const name of ORACLES) cpSync(join(tests, "node_modules", name), join(project.folder, "node_modules", name), { recursive: true });
  cpSync(join(data, "time", "cases.json"), join(project.folder, "time-cases.json"));
  for (const name of ["codecs", "follow", "letta", "rewrite", "rules", "transcripts"]) cpSync(join(data, name), join(project.folder, name), { recursive: true });
  // The guides, and the pages of the five systems. Formats of frameworks have none.
  cpSync(join(root, "www", "site", "guides"), join(project.folder, "pages"), { recursive: true });
  const pages = readdirSync(formats).map((name) => [name, join(formats, name, "README.md")]).filter(([, page]) => existsSync(page));
  for (const [name, page] of pages) cpSync(page, join(project.folder, "pages", `${name}.md`));
  const { buildSync } = await import("esbuild");
  buildSync({ entryPoints: [join(root, "www", "examples", "index.ts")], bundle: true, format: "esm", loader: { ".ndjson": "text" }, outfile: join(project.folder, "examples.mjs") });
  Object.assign(process.env, { TZ: "America/St_Johns", RETHOUGHT_CORPUS: join(shared, "corpus") });
  process.chdir(project.folder);
  await runSuite(files.map((name) => join(project.folder, name)), { atOnce: true });
} finally {
  project.remove();
}
