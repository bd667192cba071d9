// Which answers are asked to be forgotten.
import { InputError } from "../errors/index.js";
import { checkedWhat } from "../stores/checked-what.js";
import { ownAccount } from "./identity.js";

/** Returns what a guard is asked to forget, checked: `what` for the store, and `isForgotten(job)` for answers that wait for it. */
export function forgottenOf(given, { store }) {
  const what = checkedWhat(given);
  if (!store) throw new InputError("forget needs the option store. Without it, the memory of a guard is freed when it is disposed of; a ledger that you gave has a function forget", { code: "E_INPUT", pointer: "/store" });
  if (typeof store.delete !== "function") throw new InputError("this store cannot delete. Use a folder, SQLite, Postgres or Redis, or remove the store as a whole", { code: "E_INPUT", pointer: "/store" });
  const isForgotten = ({ exchange: { conversation, target }, answer: { time } }) => {
    if (what.conversation !== undefined) return conversation?.name === what.conversation;
    return what.account === undefined ? time < what.olderThan : ownAccount(target.account) === what.account;
  };
  return { what, isForgotten };
}
