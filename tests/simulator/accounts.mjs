// The accounts of users. A vendor may bind its handles to the account, so no two users of a world share one.

/** Returns the account of a user that has this name. */
export const accountOf = (name, user) => `${name} of ${user}`;

/** Returns the other account of the same user. */
export const otherAccount = (account) => account.replace(/-[ab]\b/, (end) => (end === "-a" ? "-b" : "-a"));
