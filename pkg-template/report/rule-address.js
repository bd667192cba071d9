// The page of a rule on the site.
import { SITE } from "./site-address.js";

/** The path of a rule's page, below the address of the site and below the folder `site` of the package. */
export const rulePath = (id) => `rules/${id}.html`;

/** The address of a rule's page; `undefined` while the site has no address (scripts/addresses.mjs). */
export const ruleAddress = (id) => (SITE ? `${SITE}/${rulePath(id)}` : undefined);
