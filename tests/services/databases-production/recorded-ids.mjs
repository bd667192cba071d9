// Prints the ids of the responses in a store: `node recorded-ids.mjs <place>`.
import { openPlace } from "./open-place.mjs";

const { store } = await openPlace(JSON.parse(process.argv[2]));
const ids = [];
for await (const entries of store.entries()) for (const { value } of entries) ids.push(/"response":"([^"]+)"/.exec(value)?.[1]);
console.log(JSON.stringify(ids));
process.exit();
