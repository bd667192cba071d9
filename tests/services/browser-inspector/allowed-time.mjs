/**
 * Returns how long something may take, in milliseconds. A busy machine makes everything long, so only `npm run prove -- page` checks the limit
 * itself; elsewhere the limit is ten times as long.
 */
export const allowed = (ms) => (process.env.RETHOUGHT_LONG ? ms : 10 * ms);
