// Modules that only some runtimes have. They are asked for and not imported, so that the others load this package too.

/** A module of Node, where there is one. */
export function nodeModule(name) {
  try {
    return globalThis.process?.getBuiltinModule?.(name);
  } catch {
    // Some runtimes throw for a module that they do not have.
    return undefined;
  }
}
