// The entries of the package: the exports of each at run time equal those of its types, and every type that they name is exported.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The maximum number of names of the main entry. */
const FRONT_DOOR = 27;

/** The declarations of an entry: those of its ES module if there are others for CommonJS. */
const typesOf = ({ types }) => (typeof types === "string" ? types : types.default);

/** Reads the declarations of all entries of an installed package. */
export function readEntries(folder) {
  const home = join(folder, "node_modules", "rethought");
  const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const typed = Object.entries(exports).filter(([, entry]) => entry.types);
  const program = ts.createProgram(typed.map(([, entry]) => join(home, typesOf(entry))), { strict: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [] });
  const checker = program.getTypeChecker();
  const resolved = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  const entries = typed.map(([path, entry]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(home, typesOf(entry))));
    const symbols = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, resolved(symbol)]));
    return { specifier: path.replace(/^\./, "rethought"), symbols };
  });
  return { checker, entries, home, resolved };
}

/** Returns the checks as `{name, faults}`. */
export function agreeing(folder, { checker, entries, home, resolved }) {
  const found = exportsOf(folder, entries.map(({ specifier }) => specifier));
  const checks = entries.map(({ specifier, symbols }) => {
    const declared = [...symbols].filter(([, symbol]) => symbol.flags & ts.SymbolFlags.Value).map(([name]) => name);
    return { name: `${specifier}: ${found[specifier].length} names, each with its type`, faults: difference(found[specifier], declared) };
  });
  const front = found.rethought.length;
  checks.push({ name: `the front door has ${front} names`, faults: front <= FRONT_DOOR ? [] : [`at most ${FRONT_DOOR}`] });
  for (const { specifier, symbols } of entries)
    checks.push({ name: `${specifier}: every type that its declarations name can be imported`, faults: unreachable(checker, resolved, home, entries, symbols) });
  return checks;
}

/** Returns the names that modules export in Node, by their specifiers. */
function exportsOf(folder, specifiers) {
  const program = `const found = {};
for (const name of ${JSON.stringify(specifiers)}) found[name] = Object.keys(await import(name));
console.log(JSON.stringify(found));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: folder, encoding: "utf8" }));
}

function difference(real, declared) {
  const only = (names, others, what) => names.filter((name) => !others.includes(name)).map((name) => `${name} is only ${what}`);
  return [...only(real, declared, "there at run time"), ...only(declared, real, "in the types")];
}

/** Returns the types that declarations name, and that neither their entry nor the main entry exports. */
function unreachable(checker, resolved, home, entries, symbols) {
  const front = entries.find(({ specifier }) => specifier === "rethought").symbols;
  const offered = new Set([...symbols.values(), ...front.values()]);
  const [open, seen, faults] = [[...symbols.values()], new Set(), new Set()];
  for (let symbol = open.pop(); symbol; symbol = open.pop()) {
    if (seen.has(symbol)) continue;
    seen.add(symbol);
    const visit = (node) => {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : ts.isExpressionWithTypeArguments(node) ? node.expression : undefined;
      const named = name && checker.getSymbolAtLocation(name);
      if (named) {
        const type = resolved(named);
        const isOurs = type.declarations?.some((one) => one.getSourceFile().fileName.startsWith(home) && !ts.isTypeParameterDeclaration(one));
        // tsify cannot write `readonly` fields: such a record is an alias over one named …Fields.
        if (isOurs && !offered.has(type) && !/Fields$/.test(type.name)) faults.add(type.name);
        if (isOurs) open.push(type);
      }
      ts.forEachChild(node, visit);
    };
    symbol.declarations?.forEach(visit);
  }
  return [...faults].map((name) => `${name} is not exported`);
}
