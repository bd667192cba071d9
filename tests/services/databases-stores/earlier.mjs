// Ledgers in stores of earlier versions: their lines and names are values, and are read beside new lines: `node earlier.mjs <kind> <place>`.
import assert from "node:assert/strict";
import { moduleOf } from "../../../scripts/load-package.mjs";
import { KINDS } from "./kinds.mjs";

const { Ledger } = await moduleOf("start/node.js");
const { conversationStore } = await moduleOf("guard/index.js");
const target = "anthropic-messages";

function talkOf(who) {
  const thought = { type: "thinking", thinking: `${who} asks the tool.`, signature: btoa(`seal of ${who}`) };
  const call = { type: "tool_use", id: `toolu_01A09q90qw90lq91783${who}`, name: "weather", input: { city: "Oslo" } };
  const request = { model: "claude-sonnet-4-5", max_tokens: 4096, messages: [{ role: "user", content: `How warm is it, ${who}?` }] };
  const response = { id: `msg_${who}`, type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [thought, call], stop_reason: "tool_use" };
  const next = (thinking) => JSON.stringify({ ...request, messages: [...request.messages, { role: "assistant", content: [{ ...thought, thinking }, call] }, { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content: "4" }] }] });
  return { exchange: { request, response, target }, whole: next(thought.thinking), damaged: next("x") };
}

const [, , name, given] = process.argv;
const [kind, place] = [KINDS.find((one) => one.name === name), JSON.parse(given)];
const opened = await kind.open(place);
const [before, after] = [talkOf("Ada"), talkOf("Bob")];
// With these two functions alone, a ledger writes as earlier versions did.
const { getMany, setMany } = opened.store;
for (const wrapped of [(store) => store, (store) => conversationStore(store, "user-7")]) assert.equal(await (await Ledger.open(wrapped({ getMany, setMany }))).record(before.exchange), true);
const again = await kind.open(place);
for (const wrapped of [(store) => store, (store) => conversationStore(store, "user-7")]) {
  const ledger = await Ledger.open(wrapped(again.store));
  assert.equal((await ledger.repair(before.damaged, target)).request, before.whole);
  assert.equal(await ledger.record(after.exchange), true);
  assert.equal((await ledger.repair(after.damaged, target)).request, after.whole);
}
for (const { close } of [opened, again]) await close?.();
console.log("ok");
process.exit();
