// The age of tables. Vendors change their contracts every month, so old tables give wrong results.
import { InputError } from "../errors/index.js";

/** The age from which a text says that tables are old. */
const OLD_MONTHS = 4;

/** Returns the age of tables of a day in whole months, and whether they are old. */
export function ageOf(date, today = new Date()) {
  const [from, to] = [dayOf(date, "/date"), dayOf(today, "/today")];
  const passed = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const months = Math.max(0, to.getUTCDate() < from.getUTCDate() ? passed - 1 : passed);
  return { date, months, isOld: months >= OLD_MONTHS };
}

/** The sentence about old tables, with what can be done about it. Nothing if they are not old. */
export function oldTables(date, { today, todo = "Update rethought, or give newer tables with --tables." } = {}) {
  const { months, isOld } = ageOf(date, today);
  return isOld ? `The tables of models and hosts are ${months} months old (${date}), so results may be wrong. ${todo}` : undefined;
}

function dayOf(given, pointer) {
  const day = new Date(given);
  if (Number.isNaN(day.getTime())) throw new InputError(`${pointer.slice(1)} must be a date`, { code: "E_INPUT", pointer });
  return day;
}
