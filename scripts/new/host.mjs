// npm run new -- host <name> --domain <domain>: a host that carries Anthropic's models on their own wire, and a case that fails without its row.
import { Changes } from "../changes.mjs";
import { today } from "../names.mjs";
import { insertRow, readHost, TODO } from "./host/row.mjs";

export const usage = "host <name> --domain <domain> [--source <page>]";

const CASES = "tests/data/rules/thinking-without-signature";

export function make(args, root) {
  const { name, domain, source } = readHost(usage, args);
  const changes = new Changes(root);
  insertRow(changes, { name, domains: [domain], vendor: "anthropic", surface: name, host: domain, wires: ["anthropic-messages"], source, date: today() });
  const [bad, fixed] = caseOf(domain);
  changes.create(`${CASES}/bad-${name}.json`, bad);
  changes.create(`${CASES}/bad-${name}.fixed.json`, fixed);
  return { changes, todo: TODO };
}

/** A request with a thinking block that lacks its signature, and the same without the block. The model's name says nothing, so only the row names the vendor. */
function caseOf(domain) {
  const text = { type: "text", text: "Hello." };
  const around = (content) => ({ model: "m-1", max_tokens: 9000, messages: [{ role: "user", content: "Hello" }, { role: "assistant", content }, { role: "user", content: "And now?" }] });
  const target = { url: `https://${domain}/v1/messages` };
  const bad = around([{ type: "thinking", thinking: "A greeting." }, text]);
  return [`{"target":${JSON.stringify(target)},\n "request":${JSON.stringify(bad)},\n "at":"/messages/1/content/0"}\n`, `${JSON.stringify(around([text]))}\n`];
}
