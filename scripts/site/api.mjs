// The reference of the package: typedoc reads its types, and its Markdown becomes pages of this site.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Stop } from "../command.mjs";
import { pkg, root, target } from "../paths.mjs";

const folder = join(target, "site-api");

/** The entries that have types of their own: `{ name, file, page }`. `rethought/inline` and the entries below `rethought/slim` repeat others. */
export function entries() {
  const { exports } = JSON.parse(readFileSync(join(root, "pkg-template", "package.json"), "utf8"));
  const typed = Object.entries(exports).filter(([path, { types }]) => types && path !== "./inline" && !path.startsWith("./slim/"));
  return typed.map(([path, { types }]) => ({ name: path.replace(".", "rethought"), file: join(pkg, types), page: types.split("/")[1] }));
}

/** Writes the Markdown of all entries. */
export async function writeReference() {
  const { Application } = await import("typedoc");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // typedoc wants a project of its own. It must name a file, and no types of this repository's packages.
  const tsconfig = join(folder, "tsconfig.json");
  const compilerOptions = { module: "nodenext", moduleResolution: "nodenext", target: "es2022", lib: ["es2023", "dom", "esnext.disposable"], strict: true, skipLibCheck: true, noEmit: true, types: [] };
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions, files: entries().map(({ file }) => file) }));
  const app = await Application.bootstrapWithPlugins({
    entryPoints: entries().map(({ file }) => file),
    plugin: [createRequire(import.meta.url).resolve("typedoc-plugin-markdown")],
    tsconfig,
    basePath: pkg,
    readme: "none",
    logLevel: "Error",
    skipErrorChecking: true,
    excludeExternals: true,
    disableSources: true,
    sort: ["source-order"],
    groupOrder: ["Functions", "Classes", "*"],
    outputs: [{ name: "markdown", path: join(folder, "pages") }],
    ...LOOK,
  });
  const project = await app.convert();
  if (!project) throw new Stop("typedoc could not read the types of the package.");
  await app.generateOutputs(project);
}

/** One page an entry, with tables for members. */
const LOOK = {
  outputFileStrategy: "modules",
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  useHTMLAnchors: true,
  parametersFormat: "table",
  propertiesFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  enumMembersFormat: "table",
  typeDeclarationFormat: "table",
  tableColumnSettings: { hideInherited: true, hideModifiers: true, hideDefaults: true },
};

/** The pages: `{ name, page, markdown }`. Anchors of headings become their ids. Of the other anchors, those stay that something links to. Links of Rust's documentation become text. */
export function referencePages() {
  const texts = entries().map(({ name, page }) => ({ name, page, text: readFileSync(join(folder, "pages", `${page}.md`), "utf8") }));
  const linked = new Set(texts.flatMap(({ text }) => [...text.matchAll(/\]\([^)#]*#([^)]+)\)/g)].map(([, anchor]) => anchor)));
  const cleaned = (text) =>
    text
      .replace(/<a id="([^"]*)"><\/a>\n+(#+ .*)/g, "$2 {#$1}")
      .replace(/<a id="([^"]*)"><\/a> ?/g, (anchor, id) => (linked.has(id) ? anchor : ""))
      .replace(/\[([^\]]*)\]\(\w+::[^)]*\)/g, "$1")
      .replace(/^\*\*\*$/gm, "");
  return texts.map(({ name, page, text }) => ({ name, page, markdown: cleaned(text).replace(/^# .*/m, `# ${name}`) }));
}
