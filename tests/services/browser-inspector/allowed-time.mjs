/**
 * How long something may take, in milliseconds. A busy machine makes everything long, so the bar itself is held by `npm run prove -- page`; elsewhere ten times as much is too much.
 */
export const allowed = (ms) => (process.env.RETHOUGHT_LONG ? ms : 10 * ms);
