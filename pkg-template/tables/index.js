// `rethought/tables`: what an audit knows of models and hosts, as data that anybody can read, check and bring up to date.
import { InputError } from "../errors/index.js";
import { ageOf } from "./age.js";
import { schemaText, tablesText } from "./data.js";
import { violations } from "./schema-check.js";

/** A year: a row that was not compared with its source for longer may be wrong by now. */
const REVIEW_DAYS = 365;

const parsed = new Map();
const once = (text) => parsed.get(text) ?? parsed.set(text, JSON.parse(text)).get(text);

export const tables = () => structuredClone(once(tablesText));
export const tablesSchema = () => structuredClone(once(schemaText));

export const tablesAge = (given = once(tablesText), { today } = {}) => ageOf(given?.date, today);

export function checkTables(given, { today = new Date() } = {}) {
  if (typeof given !== "object" || given === null) throw new InputError("tables must be an object: the parsed text of a tables.json", { code: "E_INPUT" });
  const day = new Date(today);
  if (Number.isNaN(day.getTime())) throw new InputError("today must be a date", { code: "E_INPUT", pointer: "/today" });
  const problems = violations(given, once(schemaText));
  const rows = rowsOf(given);
  const limit = new Date(day.getTime() - REVIEW_DAYS * 86_400_000).toISOString().slice(0, 10);
  const stale = rows.filter(({ row }) => typeof row?.date === "string" && row.date < limit).map(({ row, pointer }) => ({ pointer, date: row.date, source: row.source }));
  return { problems, stale, rows: rows.length };
}

/** Every row with its place, those inside the rows of hosts too. */
function rowsOf(given) {
  const listed = (list, pointer) => (Array.isArray(list) ? list.map((row, nth) => ({ row, pointer: `${pointer}/${nth}` })) : []);
  const hosts = listed(given.hosts, "/hosts");
  return [...listed(given.names, "/names"), ...listed(given.models, "/models"), ...hosts, ...hosts.flatMap(({ row, pointer }) => listed(row?.facts, `${pointer}/facts`))];
}
