// The arrows of TypeScript and JavaScript, from each file to those it needs: imports of values and of types, re-exports, and `import("…")` of a literal.
import { posix } from "node:path";
import ts from "typescript";

/** Returns file → (file it needs → names it uses from there) for `files` (path → text). Packages and assets are not our files. */
export function scriptArrows(files) {
  const arrows = new Map();
  for (const [file, text] of files) {
    const needed = new Map();
    for (const { from, names } of importsOf(file, text)) {
      const target = resolve(files, file, from);
      if (target) needed.set(target, new Set([...(needed.get(target) ?? []), ...names]));
    }
    arrows.set(file, needed);
  }
  return arrows;
}

function importsOf(file, text) {
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier) found.push({ from: node.moduleSpecifier.text, names: namesOf(node) });
    } else if (ts.isImportTypeNode(node)) {
      found.push({ from: node.argument.literal?.text, names: [node.qualifier?.getText() ?? "typeof import"] });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && ts.isStringLiteralLike(node.arguments[0])) {
      found.push({ from: node.arguments[0].text, names: ["import()"] });
    }
    for (const comment of node.jsDoc ?? []) ts.forEachChild(comment, visit);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

function namesOf(node) {
  const clause = ts.isImportDeclaration(node) ? node.importClause : node;
  const bindings = clause?.namedBindings ?? clause?.exportClause;
  const named = bindings?.elements ? bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text) : bindings ? ["*"] : [];
  if (ts.isImportDeclaration(node)) return clause?.name ? ["default", ...named] : named.length ? named : ["(its effects)"];
  return named.length ? named : ["*"];
}

/** A declaration file sees the declarations of a neighbour, a program its code. */
function resolve(files, file, from) {
  if (!from?.startsWith(".")) return null;
  const path = posix.join(posix.dirname(file), from);
  const bare = path.replace(/\.(?:js|mjs)$/, "");
  const guesses = file.endsWith(".d.ts") ? [`${bare}.d.ts`, path] : [path, `${bare}.ts`, `${bare}.tsx`, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${bare}.d.ts`];
  return guesses.find((guess) => files.has(guess)) ?? null;
}
