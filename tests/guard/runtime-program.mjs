// A guard in any runtime: a damaged request is fixed in every form of body, and the answer is the provider's. Prints `mended` for each.
import { guard, withConversation } from "../../pkg/entry/guard.js";

const thinking = '{"type":"thinking","thinking":"Ask the tool.","signature":"EqQBCg=="}';
const call = '{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Oslo"}}';
const request = '{"model":"claude-sonnet-4-5","max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":1024},"messages":[{"role":"user","content":"How warm is it?"}]}';
const next = `${request.slice(0, -2)},{"role":"assistant","content":[${thinking},${call}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"4"}]}]}`;
const response = `{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[${thinking},${call}],"stop_reason":"tool_use","usage":{"input_tokens":4,"output_tokens":3}}`;
const ADDRESS = "https://api.anthropic.com/v1/messages";

const FORMS = [
  (body) => [ADDRESS, { method: "POST", body }],
  (body) => [new URL(ADDRESS), { method: "POST", body: new TextEncoder().encode(body) }],
  (body) => [ADDRESS, { method: "POST", body: new Blob([body]) }],
  (body) => [ADDRESS, { method: "POST", body: new Blob([body]).stream(), duplex: "half" }],
  (body) => [new Request(ADDRESS, { method: "POST", body })],
];

const told = [];
for (const argsOf of FORMS) {
  const [sent, errors] = [[], []];
  const provider = async (...args) => {
    sent.push(await new Request(...args).text());
    return new Response(new Blob([response]).stream(), { headers: { "content-type": "application/json", "x-own": "1" } });
  };
  const fetch = guard(provider, { mode: "repair", onError: (error) => errors.push(String(error)) });
  await withConversation("user-7", async () => {
    const first = await fetch(...argsOf(request));
    const [text, copy] = await Promise.all([first.clone().text(), first.text()]);
    if (text !== response || copy !== response || first.headers.get("x-own") !== "1") throw new Error("the answer was changed");
    await (await fetch(...argsOf(next.replace("Ask the", "Ask a")))).text();
  });
  await fetch.settled();
  told.push(sent[0] === request && sent[1] === next && !errors.length ? "mended" : JSON.stringify({ sent, errors }));
}
console.log(told.join());
