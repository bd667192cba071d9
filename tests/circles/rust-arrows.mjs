// The arrows of a Rust crate, from each file to those it needs: every path is followed, through imports and re-exports, to the file that defines its last name.
import { modulesOf } from "./rust-modules.mjs";

/** Returns file → (file it needs → names it uses from there) for `files` (path → text). */
export function rustArrows(files, main) {
  const modules = modulesOf(files, main);
  const arrows = new Map([...modules.values()].map(({ file }) => [file, new Map()]));
  for (const module of modules.values()) {
    for (const path of pathsOf(module)) {
      const found = resolve(modules, module, path);
      if (found?.name && found.file !== module.file) {
        const needed = arrows.get(module.file);
        needed.set(found.file, (needed.get(found.file) ?? new Set()).add(found.name));
      }
    }
  }
  return arrows;
}

/** A re-export is an entry, like `mod`: its users need the file behind it, the re-exporting file does not. */
function pathsOf({ imports, mentions, items, children }) {
  const globbed = imports.some(({ glob }) => glob);
  const known = (name) => items.has(name) || children.has(name) || imports.some((one) => one.name === name);
  const named = mentions.filter((path) => path.length > 1 || known(path[0]) || globbed);
  return [...imports.filter(({ glob, shown }) => !glob && !shown).map(({ path }) => path), ...named];
}

/** Returns `{file, name}` for a name that a file defines, `{module}` for a module, null for anything outside this crate. */
function resolve(modules, from, path, visited = new Set()) {
  let module = from;
  let rest = path;
  if (path[0] === "crate") [module, rest] = [modules.get(""), path.slice(1)];
  else if (path[0] === "self") rest = path.slice(1);
  while (rest[0] === "super") [module, rest] = [modules.get(module.path.split("::").slice(0, -1).join("::")), rest.slice(1)];
  const anchored = rest !== path;
  for (const [nth, name] of rest.entries()) {
    const found = lookup(modules, module, name, nth === rest.length - 1, visited);
    // A name without a declaration comes from a macro of that module, or, at the head of a path, from another crate.
    if (!found) return nth || anchored ? { file: module.file, name } : null;
    if (found.name) return found;
    module = found.module;
  }
  return { module };
}

function lookup(modules, module, name, isLast, visited) {
  const child = module.children.has(name) ? { module: modules.get(module.children.get(name)) } : null;
  if (child && !isLast) return child;
  if (module.items.has(name)) return { file: module.file, name };
  const key = `${module.path} ${name} ${isLast}`;
  if (visited.has(key)) return child;
  const seen = new Set(visited).add(key);
  const imported = module.imports.filter((one) => !one.glob && one.name === name).map((one) => resolve(modules, module, one.path, seen)).filter(Boolean);
  const wanted = imported.find((found) => Boolean(found.name) === isLast) ?? imported[0];
  return wanted ?? child ?? throughGlobs(modules, module, name, isLast, seen);
}

function throughGlobs(modules, module, name, isLast, visited) {
  for (const { path } of module.imports.filter(({ glob }) => glob)) {
    const target = resolve(modules, module, path, visited)?.module;
    const found = target && lookup(modules, target, name, isLast, visited);
    if (found) return found;
  }
  return null;
}
