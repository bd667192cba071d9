// Where a person reads about rules: on the site, or in the pages that the package ships.
import { fileURLToPath } from "node:url";
import { ruleAddress, rulePath } from "../report/rule-address.js";

/** The address of a rule's page, or its file if the site has no address. */
export const rulePage = (id) => ruleAddress(id) ?? fileURLToPath(new URL(`../site/${rulePath(id)}`, import.meta.url));

/** The same for the list of all rules. */
export const indexPage = () => rulePage("index");
