// Every declaration that tsify wrote has its TSDoc, and so does every field and every word of a union.
import ts from "typescript";

/** Reads a declaration file. Returns the checks as `{name, faults}`. */
export function documented(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const [types, fields, words] = [[], [], []];
  for (const node of file.statements) {
    if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) continue;
    const name = node.name.text;
    types.push([name, fault(node, name)]);
    if (ts.isInterfaceDeclaration(node)) {
      for (const member of node.members) {
        const field = member.name?.getText(file) ?? "[key]";
        fields.push([`${name}.${field}`, fault(member, field)]);
      }
    } else {
      // tsify drops the comments of enum variants: the union's own comment must explain each word.
      for (const word of literals(node.type)) words.push([`${name} "${word}"`, docs(node).includes(`\`${word}\``) ? "" : "is not explained"]);
    }
  }
  return [check("types have TSDoc", types), check("fields have TSDoc", fields), check("words of unions are explained", words)];
}

function check(what, entries) {
  const faults = entries.filter(([, wrong]) => wrong).map(([name, wrong]) => `${name} ${wrong}`);
  // Without any entry the check could not fail.
  if (entries.length === 0) faults.push("found none");
  return { name: `all ${entries.length} ${what}`, faults };
}

function fault(node, name) {
  const text = docs(node);
  if (!text) return "has no TSDoc";
  if (!text.endsWith(".")) return "has a TSDoc that is not a sentence";
  return plain(text) === plain(name) ? "has a TSDoc that only repeats its name" : "";
}

const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

function docs(node) {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return comments.map((comment) => ts.getTextOfJSDocComment(comment.comment) ?? "").join("\n").trim();
}

function literals(type) {
  const parts = ts.isUnionTypeNode(type) ? type.types : [type];
  return parts.filter((part) => ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal)).map((part) => part.literal.text);
}
