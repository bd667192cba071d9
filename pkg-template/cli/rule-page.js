// Where a person reads about a rule: on the site, or in the pages that the package ships.
import { fileURLToPath } from "node:url";
import { ruleAddress, rulePath } from "../report/rule-address.js";

/** The address of a rule's page, or its file if the site has no address. */
export const rulePage = (id) => ruleAddress(id) ?? fileURLToPath(new URL(`../site/${rulePath(id)}`, import.meta.url));
