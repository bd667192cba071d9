// npm run new -- dialect <name> --domain <domain>: a host with its own members for reasoning in a chat message, and a case that fails without its
// row.
import { Changes } from "../changes.mjs";
import { today } from "../names.mjs";
import { insertRow, readHost, NEXT_STEPS } from "./host/row.mjs";

export const usage = "dialect <name> --domain <domain> [--source <page>]";

const CASES = "tests/data/rules/missing-reasoning-content";

export function make(args, root) {
  const { name, domain, source } = readHost(usage, args);
  const changes = new Changes(root);
  insertRow(changes, rowOf(name, domain, source));
  const [bad, fixed] = caseOf(domain);
  changes.create(`${CASES}/bad-${name}.json`, bad);
  changes.create(`${CASES}/bad-${name}.fixed.json`, fixed);
  return { changes, todo: NEXT_STEPS };
}

/** Returns a row of a chat host whose models think and accept their reasoning again in tool loops. */
function rowOf(name, domain, source) {
  const date = today();
  const facts = [{ if: "wire=openai-chat", set: { thinks: "always", wants: "calls" }, source, date }];
  return { name, domains: [domain], vendor: name, host: domain, wires: ["openai-chat"], emits: ["reasoning_content"], reads: ["reasoning_content"], source, date, facts };
}

/** Returns a request whose reasoning has another name, and the same with the name of the row. */
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
