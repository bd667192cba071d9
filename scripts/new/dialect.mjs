// npm run new -- dialect <name> --domain <domain> [--source <https://…>]: a row in the table of hosts, and a case that fails without it.
import { Changes } from "../changes.mjs";
import { Stop } from "../command.mjs";
import { readNames } from "../names.mjs";

export const usage = "dialect <name> --domain <domain> [--source <page>]";

const TABLE = "src/wires/hosts.json";
const CASES = "tests/data/rules/missing-reasoning-content";

export function make(args, root) {
  const { kebab, options } = readNames(usage, args);
  const { domain, source = `https://${domain}/` } = options;
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain ?? "")) throw new Stop(`A dialect needs the domain of its host${domain ? `, and «${domain}» is none` : ""}.`, { todo: `For example: npm run new -- dialect ${kebab} --domain api.${kebab}.com` });
  if (!/^https:\/\/\S+$/.test(source)) throw new Stop(`«${source}» is no page: a row says where its facts are from.`, { todo: "Give --source an address that begins with https://." });
  const changes = new Changes(root);
  changes.insertBefore(TABLE, lineOf(placeOf(changes.text(TABLE), kebab, domain)), rowOf(kebab, domain, source));
  const [bad, fixed] = caseOf(domain);
  changes.create(`${CASES}/bad-${kebab}.json`, bad);
  changes.create(`${CASES}/bad-${kebab}.fixed.json`, fixed);
  return { files: changes.write(), todo: ["write into the row what the host says of itself, and the page that says it", "BLESS=1 cargo test --test rust rules::, and read the difference"] };
}

/** The row before which a new one stands: the first row that fits is the host's, so a domain stands before those above it and after those below it. */
function placeOf(table, name, domain) {
  const rows = JSON.parse(table);
  const taken = rows.find((row) => row.name === name || row.domains.includes(domain));
  if (taken) throw new Stop(`The table of hosts has «${taken.name}» already${taken.name === name ? "" : `, with the domain ${domain}`}.`, { todo: `Change its row in ${TABLE}, or choose another name.` });
  const isWithin = (inner, outer) => inner.endsWith(outer.startsWith("-") ? outer : `.${outer}`);
  const above = rows.findIndex((row) => row.domains.some((each) => isWithin(domain, each)));
  const below = rows.findLastIndex((row) => row.domains.some((each) => isWithin(each, domain)));
  // Hosts stand before the servers that run anywhere.
  const anywhere = rows.findIndex((row) => row.domains.length === 0);
  const place = rows[Math.max(above < 0 ? anywhere : above, below + 1)];
  if (!place) throw new Stop(`There is no place for ${domain} in the table of hosts.`, { todo: `Write the row into ${TABLE} by hand.` });
  return place.name;
}

const lineOf = (name) => new RegExp(`^\\{"name":${JSON.stringify(name)},`);

/** A row of a chat host whose models think and read their reasoning back where they call tools. */
function rowOf(name, domain, source) {
  const date = new Date().toISOString().slice(0, 10);
  const facts = [{ if: "wire=openai-chat", set: { thinks: "always", wants: "calls" }, source, date }];
  const row = { name, domains: [domain], vendor: name, host: domain, wires: ["openai-chat"], emits: ["reasoning_content"], reads: ["reasoning_content"], source, date, facts };
  return `${JSON.stringify(row)},`;
}

/** A request whose reasoning stands under another name, and the same with the name that the row says. */
function caseOf(domain) {
  const call = { id: "a", type: "function", function: { name: "weather", arguments: "{}" } };
  const around = (message) => ({
    model: "m-1",
    tools: [{ type: "function", function: { name: "weather" } }],
    messages: [{ role: "user", content: "How warm is it?" }, message, { role: "tool", tool_call_id: "a", content: "21" }],
  });
  const bad = around({ role: "assistant", content: "", reasoning: "I must look.", tool_calls: [call] });
  const fixed = around({ role: "assistant", content: "", tool_calls: [call], reasoning_content: "I must look." });
  const target = { url: `https://${domain}/v1/chat/completions` };
  return [`{"target":${JSON.stringify(target)},\n "request":${JSON.stringify(bad)},\n "at":"/messages/1"}\n`, `${JSON.stringify(fixed)}\n`];
}
