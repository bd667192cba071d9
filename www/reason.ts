/** Why something failed, in the words of who threw it. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
