// The errors of a caller.

/** An error in the arguments of a command: nothing was done. `command` names the help that says more. */
export class Usage extends Error {
  constructor(message, command) {
    super(message);
    this.command = command;
  }
}

/** A second sentence that offers a name, if one is meant. */
export const didYouMean = (name) => (name === undefined ? "" : ` Did you mean ${name}?`);

/** A number of a command line. */
export function wholeNumber(word, name, usual, most) {
  const number = Number(word ?? usual);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new Usage(`--${name} must be a whole number from 1 to ${most} (got ${word})`);
}
