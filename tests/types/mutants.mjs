// Damages the shipped declarations in every small way, one at a time: each damage must break a test.
//   node tests/types/mutants.mjs [folder with node_modules/rethought]      two minutes; not part of npm test
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { generated, layOut } from "./project.mjs";

const project = await layOut(process.argv[2]);
let [killed, survived] = [0, 0];
try {
  const { path, text } = generated(project.folder);
  const configs = project.projects.filter(({ resolution }) => resolution === "bundler");
  const compilers = configs.map(({ config }) => compiler(config, path));
  const breaks = (mutant) => compilers.some((compile) => compile(mutant));
  if (breaks(text)) throw new Error("the tests fail before any damage");
  const tests = project.tests.map((name) => readFileSync(join(project.folder, name), "utf8")).join();
  const tested = (name) => new RegExp(`\\b${name.replace(/Fields$/, "")}\\b`).test(tests);
  for (const { name, mutant } of mutants(path, text, tested)) {
    const caught = breaks(mutant);
    if (caught) killed += 1;
    else survived += 1;
    if (!caught) console.log(`not ok ${name}: no test noticed`);
  }
} finally {
  project.remove();
}
console.log(`${killed} passed, ${survived} failed`);
process.exitCode = survived ? 1 : 0;

/** Returns a compiler over one project that reads everything once and then only the damaged file. */
function compiler(config, path) {
  const { options, fileNames } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, project.folder);
  const host = ts.createCompilerHost(options, true);
  const [read, seen] = [host.getSourceFile, new Map()];
  let mutant = "";
  host.getSourceFile = (name, ...rest) => {
    if (name === path) return ts.createSourceFile(name, mutant, { languageVersion: ts.ScriptTarget.ES2022 }, true);
    if (!seen.has(name)) seen.set(name, read(name, ...rest));
    return seen.get(name);
  };
  let before;
  return (text) => {
    mutant = text;
    const program = ts.createProgram({ rootNames: fileNames, options, host, oldProgram: before });
    before = program;
    const tests = fileNames.map((name) => program.getSourceFile(name));
    return tests.some((file) => program.getSemanticDiagnostics(file).length > 0);
  };
}

/**
 * Yields mutants: every field made optional or required, widened, or dropped; every word and every member of a union left out; every `Readonly`
 * removed.
 */
function* mutants(path, text, tested) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const cut = (start, end, by = "") => text.slice(0, start) + by + text.slice(end);
  for (const node of file.statements) {
    if (!node.name) continue;
    if (!tested(node.name.text)) console.log(`# ${node.name.text} is under no test`);
    else if (ts.isInterfaceDeclaration(node)) {
      for (const member of node.members) {
        const name = `${node.name.text}.${member.name?.getText(file) ?? "[key]"}`;
        if (ts.isPropertySignature(member)) {
          const { name: key, questionToken: mark, type } = member;
          yield { name: `${name} ${mark ? "made required" : "made optional"}`, mutant: mark ? cut(mark.getStart(file), mark.end) : cut(key.end, key.end, "?") };
          // `unknown` and `any` accept a symbol.
          if (type.kind !== ts.SyntaxKind.UnknownKeyword && type.kind !== ts.SyntaxKind.AnyKeyword) yield { name: `${name} accepting a symbol`, mutant: cut(type.end, type.end, " | symbol") };
        }
        yield { name: `${name} dropped`, mutant: cut(member.getStart(file), member.end) };
        yield* parts(name, member.type, cut);
      }
    } else if (ts.isTypeAliasDeclaration(node)) {
      yield* parts(node.name.text, node.type, cut);
      if (ts.isTypeReferenceNode(node.type) && node.type.typeName.getText(file) === "Readonly") {
        const inner = node.type.typeArguments[0].getText(file);
        yield { name: `${node.name.text} made writable`, mutant: cut(node.type.getStart(file), node.type.end, inner) };
      }
    }
  }

  function* parts(name, type, cut) {
    // A union that ends in the plain string is the plain string: removing its words changes nothing.
    if (!type || !ts.isUnionTypeNode(type) || type.types.at(-1).kind === ts.SyntaxKind.StringKeyword) return;
    for (const part of type.types) {
      const rest = type.types.filter((other) => other !== part).map((other) => other.getText(file)).join(" | ");
      yield { name: `${name} without ${part.getText(file)}`, mutant: cut(type.getStart(file), type.end, rest) };
    }
  }
}
