// A store over a client of __title__, which writes a value only where there is none: so any number of processes can use it.
import { checkClient, checkedStore } from "./checked-store.js";

export function __camel__Store(client) {
  checkClient(client, ["readMany", "writeAbsent"], "a client of __title__");
  const read = async (keys) => (await client.readMany(keys)).map((value) => value ?? undefined);
  return checkedStore(read, (entries) => client.writeAbsent(entries));
}
