// npm run new -- host <name> --domain <domain>: a host with its own models on Anthropic's wire, and a case that fails without its row.
import { Changes } from "../changes.mjs";
import { today } from "../names.mjs";
import { insertRow, readHost, NEXT_STEPS } from "./host/row.mjs";

export const usage = "host <name> --domain <domain> [--source <page>]";

export function make(args, root) {
  const { name, domain, source } = readHost(usage, args);
  const changes = new Changes(root);
  insertRow(changes, { name, domains: [domain], vendor: name, surface: name, host: domain, wires: ["anthropic-messages"], source, date: today() });
  changes.create(`tests/data/rules/thinking-without-signature/good-${name}.json`, caseOf(domain));
  return { changes, todo: NEXT_STEPS };
}

/** Returns a request with a thinking block that has no signature. Without the row the models count as Anthropic's, and the rule reports it. */
function caseOf(domain) {
  const content = [{ type: "thinking", thinking: "A greeting." }, { type: "text", text: "Hello." }];
  const request = { model: "m-1", max_tokens: 9000, messages: [{ role: "user", content: "Hello" }, { role: "assistant", content }, { role: "user", content: "And now?" }] };
  return `{"target":${JSON.stringify({ url: `https://${domain}/v1/messages` })},\n "request":${JSON.stringify(request)}}\n`;
}
