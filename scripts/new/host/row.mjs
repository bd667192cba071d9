// A row of the table of hosts, and its place in it: the first matching row applies, so a subdomain comes before its domain.
import { Stop } from "../../command.mjs";
import { checkSource, readNames } from "../../names.mjs";

const TABLE = "src/wires/hosts.json";

/** Reads the name, the domain and the source of a new row. */
export function readHost(usage, args) {
  const { kebab, options } = readNames(usage, args);
  const { domain, source = `https://${domain}/` } = options;
  const [kind] = usage.split(" ");
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain ?? "")) throw new Stop(`--domain must be the domain of the host (got ${domain ?? "nothing"}).`, { todo: `For example: npm run new -- ${kind} ${kebab} --domain api.${kebab}.com` });
  checkSource(source);
  return { name: kebab, domain, source };
}

/** Adds a row, which has a name and one domain. */
export function insertRow(changes, row) {
  const next = placeOf(JSON.parse(changes.text(TABLE)), row.name, row.domains[0]);
  changes.insertBefore(TABLE, new RegExp(`^\\{"name":${JSON.stringify(next)},`), `${JSON.stringify(row)},`);
}

/** Returns the name of the row before which a new one belongs. */
function placeOf(rows, name, domain) {
  const taken = rows.find((row) => row.name === name || row.domains.includes(domain));
  if (taken) throw new Stop(`The table of hosts already has ${taken.name}${taken.name === name ? "" : `, with the domain ${domain}`}.`, { todo: `Change its row in ${TABLE}, or choose another name.` });
  const isWithin = (inner, outer) => inner.endsWith(outer.startsWith("-") ? outer : `.${outer}`);
  const above = rows.findIndex((row) => row.domains.some((each) => isWithin(domain, each)));
  const below = rows.findLastIndex((row) => row.domains.some((each) => isWithin(each, domain)));
  // Hosts come before the servers that run anywhere.
  const anywhere = rows.findIndex((row) => row.domains.length === 0);
  const place = rows[Math.max(above < 0 ? anywhere : above, below + 1)];
  if (!place) throw new Stop(`There is no place for ${domain} in the table of hosts.`, { todo: `Write the row into ${TABLE} by hand.` });
  return place.name;
}

/** The remaining manual steps. */
export const NEXT_STEPS = ["write into the row what the host says of itself, and the page that says it", "BLESS=1 cargo test --test rust rules::, and read the difference"];
