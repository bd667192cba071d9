/** A session that was not written, and why. A copy of it can be repaired instead, if `canCopy` is true. */
export class NotWritten extends Error {
  constructor(message, { canCopy = false, ...options } = {}) {
    super(message, options);
    this.canCopy = canCopy;
  }
}
