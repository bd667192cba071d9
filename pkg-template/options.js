// Options as callers give them. Only what an object has itself counts: what a polluted Object.prototype has, nobody has asked for.

/** An option that an object of options has itself. */
export function ownOption(options, name) {
  return options !== undefined && options !== null && Object.hasOwn(options, name) ? options[name] : undefined;
}
