// `rethought/tables`: what an audit knows of models and hosts, as data that anybody can read, check and bring up to date.
import type { Tables } from "../records/index.js";

export type { HostRow, ModelName, ModelRow, Tables } from "../records/index.js";

/**
 * Gives the tables that the package ships: models by name, facts of models, and hosts with their dialects. Each row has its source and the day on which it was
 * last checked. The file `rethought/tables.json` is the same. Change a copy, and hand it to `audit` as `{ tables }`.
 *
 * @example
 * import { audit } from "rethought";
 * import { tables } from "rethought/tables";
 *
 * const newer = tables();
 * newer.names = [...newer.names, { model: "claude-opus-6", source: "https://platform.claude.com/docs/en/about-claude/models", date: "2026-11-16" }];
 * audit({ model: "claude-opus-6", messages: [] }, "anthropic-messages").model?.standing; // → "nearest"
 * audit({ model: "claude-opus-6", messages: [] }, "anthropic-messages", { tables: newer }).model?.standing; // → "known"
 */
export function tables(): Tables;

/**
 * Gives the JSON Schema of the tables, which says what every member means. The file `rethought/tables.schema.json` is the same.
 *
 * @example
 * import { tablesSchema } from "rethought/tables";
 *
 * tablesSchema().title; // → "The tables of rethought"
 */
export function tablesSchema(): Record<string, unknown>;

/** The age of tables. */
export interface TablesAge {
  /** The day of the newest row. */
  date: string;
  /** The age in whole months. */
  months: number;
  /** `true` from four months on: results may be wrong then. */
  isOld: boolean;
}

/**
 * Says how old tables are. Vendors change their contracts every month, so old tables give wrong results.
 *
 * @example
 * import { tables, tablesAge } from "rethought/tables";
 *
 * tablesAge({ ...tables(), date: "2026-11-16" }, { today: "2027-04-01" }); // → { date: "2026-11-16", months: 4, isOld: true }
 *
 * @throws {InputError} if the tables have no date.
 */
export function tablesAge(tables?: Pick<Tables, "date">, options?: { today?: Date | string | undefined }): TablesAge;

/** The result of a check. */
export interface TablesCheck {
  /** Where the tables break their schema, and how. */
  problems: { pointer: string; message: string }[];
  /** The rows that were not compared with their source for a year. They may still be right. */
  stale: { pointer: string; date: string; source: string }[];
  /** How many rows there are. */
  rows: number;
}

/**
 * Checks tables: their shape, by the schema, and the age of their rows.
 *
 * @example
 * import { checkTables, tables } from "rethought/tables";
 *
 * checkTables(tables(), { today: "2026-12-01" }).problems; // → []
 *
 * @throws {InputError} if it is not an object.
 */
export function checkTables(tables: unknown, options?: { today?: Date | string | undefined }): TablesCheck;
