// The modules of a Rust crate, read from its tokens: the declarations, imports and mentions of each.
import { afterGroup, isName, tokensOf } from "./rust-tokens.mjs";

const ITEMS = new Set(["fn", "struct", "enum", "union", "trait", "type", "const", "static"]);
const NOT_A_PATH_AFTER = new Set(["::", ".", "$", "fn", "struct", "enum", "union", "trait", "mod", "type"]);

/**
 * Reads `files` (path below the crate's root → text) into a map from module path (`audit::facts`; the crate is ``) to module: `{file, children,
 * items, imports, mentions}`. Items under `#[cfg(test)]` are left out.
 */
export function modulesOf(files, main = "src/lib.rs") {
  const modules = new Map();
  readFile({ files, modules }, "", main);
  return modules;
}

const childOf = (path, name) => (path ? `${path}::${name}` : name);

function readFile(crate, path, file) {
  const tokens = tokensOf(crate.files.get(file));
  const folder = file.replace(/(?:lib|mod)\.rs$|\.rs$/, (end) => (end === ".rs" ? "/" : ""));
  readModule({ ...crate, tokens, file, folder }, path, 0);
}

/** Reads the module at `path` from the token at `start` to the brace that closes it. Returns the place after that. */
function readModule(source, path, start) {
  const { tokens, modules, file } = source;
  const module = { path, file, children: new Map(), items: new Set(), imports: [], mentions: [] };
  modules.set(path, module);
  let depth = 0;
  for (let at = start; at < tokens.length; ) {
    const token = tokens[at];
    if (token === "#") at = afterAttribute(tokens, at);
    else if (token === "pub" && tokens[at + 1] === "(") at = afterGroup(tokens, at + 1);
    else if (token === "use") at = readUse(tokens, at, module);
    else if (token === "mod" && isName(tokens[at + 1]) && !depth) at = readChild(source, module, at);
    else if (isName(token)) at = readName(source, module, at, depth);
    else {
      if (token === "{") depth++;
      if (token === "}" && --depth < 0) return at + 1;
      at++;
    }
  }
  return tokens.length;
}

/** Skips an attribute, which has none of our paths; one for tests only also skips its item. */
function afterAttribute(tokens, at) {
  const open = tokens[at + 1] === "!" ? at + 2 : at + 1;
  if (tokens[open] !== "[") return at + 1;
  const end = afterGroup(tokens, open);
  return /^\[cfg\((?:test\b|all\(test\b)/.test(tokens.slice(open, end).join("")) ? afterItem(tokens, end) : end;
}

function afterItem(tokens, start) {
  let at = start;
  while (at < tokens.length && tokens[at] !== ";" && tokens[at] !== "{") at = "([".includes(tokens[at]) ? afterGroup(tokens, at) : at + 1;
  return tokens[at] === "{" ? afterGroup(tokens, at) : at + 1;
}

/** `mod name;` is a separate file and not an arrow; `mod name { … }` is in this one. */
function readChild(source, module, at) {
  const name = source.tokens[at + 1];
  if (source.tokens[at + 2] === ";") {
    addFile(source, module, name);
    return at + 3;
  }
  const path = childOf(module.path, name);
  module.children.set(name, path);
  return readModule({ ...source, folder: `${source.folder}${name}/` }, path, at + 3);
}

function addFile(source, module, name) {
  const file = [`${source.folder}${name}.rs`, `${source.folder}${name}/mod.rs`].find((file) => source.files.has(file));
  if (!file || module.children.has(name)) return false;
  module.children.set(name, childOf(module.path, name));
  readFile(source, childOf(module.path, name), file);
  return true;
}

function readName(source, module, at, depth) {
  const { tokens } = source;
  if (tokens[at] === "macro_rules") {
    module.items.add(tokens[at + 2]);
    return at + 3;
  }
  if (tokens[at + 1] === "!" && !depth && "({[".includes(tokens[at + 2])) return readMacro(source, module, at);
  if (ITEMS.has(tokens[at])) {
    if (!depth) module.items.add(itemAfter(tokens, at));
    return at + 1;
  }
  if (NOT_A_PATH_AFTER.has(tokens[at - 1])) return at + 1;
  const path = [tokens[at]];
  let end = at + 1;
  for (; tokens[end] === "::" && isName(tokens[end + 1]); end += 2) path.push(tokens[end + 1]);
  module.mentions.push(path);
  return end;
}

const itemAfter = (tokens, at) => tokens.slice(at + 1, at + 4).find((token) => isName(token) && !["fn", "mut", "unsafe"].includes(token));

/** A macro at the place of an item may declare items, and modules from which it uses something, like the table of rules. */
function readMacro(source, module, at) {
  const { tokens } = source;
  const end = afterGroup(tokens, at + 2);
  module.mentions.push([tokens[at]]);
  for (let inner = at + 3; inner < end; inner++) {
    if (ITEMS.has(tokens[inner]) && tokens[inner - 1] !== "$") module.items.add(itemAfter(tokens, inner));
    else if (/^[a-z]/.test(tokens[inner]) && addFile(source, module, tokens[inner])) module.mentions.push([tokens[inner], `${tokens[at]}!`]);
  }
  return end;
}

/** `use a::{b, c::{self, d as e}, f::*};` is one import for each name: `{path, name, glob, shown}`. */
function readUse(tokens, at, module) {
  const shown = tokens[at - 1] === "pub" || tokens[at - 1] === ")";
  const add = (path, more) => module.imports.push({ path, name: path.at(-1), glob: false, shown, ...more });
  const tree = (start, before) => {
    const path = [...before];
    for (let place = start; ; place++) {
      const token = tokens[place];
      if (token === "{") {
        let inner = place + 1;
        while (tokens[inner] !== "}") inner = tokens[inner] === "," ? inner + 1 : tree(inner, path);
        return inner + 1;
      }
      if (token === "*") return add(path, { glob: true }), place + 1;
      if (token === "as") return add(path, { name: tokens[place + 1] }), place + 2;
      if (token === "self" && path.length) return add(path), place + 1;
      if (isName(token)) path.push(token);
      else if (token !== "::") return add(path), place;
    }
  };
  return tree(at + 1, []) + 1;
}
