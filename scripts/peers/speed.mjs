// Time of a conversion relative to JSON.parse and JSON.stringify of the same text in the same process; LiteLLM beside json.loads and json.dumps of Python.
import { conversation } from "../bench/conversation.mjs";
import { PLACES } from "./wires.mjs";

const PAIRS = ["openai-responses", "gemini-generate"];

/** Returns ratios by peer: a session of 1 MB of Anthropic, without the blocks that only some of them support. */
export async function speeds(peers) {
  const body = JSON.parse(conversation(1e6));
  body.model = PLACES["anthropic-messages"].model;
  for (const message of body.messages) if (Array.isArray(message.content)) message.content = message.content.filter(({ type }) => type !== "future_block");
  const text = JSON.stringify(body);
  const source = { text, wire: "anthropic-messages" };
  const rows = [];
  for (const peer of peers) {
    const ratios = [];
    for (const to of PAIRS) ratios.push(await ratioOf(peer, source, to));
    rows.push({ name: peer.name, ratios });
  }
  return { size: text.length, targets: PAIRS, rows };
}

async function ratioOf(peer, source, to) {
  const { model } = PLACES[to];
  if (peer.time) {
    const { floor, time } = await peer.time(source, to, model, 3);
    return time / floor;
  }
  let [floor, best] = [Infinity, Infinity];
  for (let round = 0; round < 15; round++) {
    floor = Math.min(floor, await timed(() => JSON.stringify(JSON.parse(source.text))));
    best = Math.min(best, await timed(() => peer.convert(source, to, model)).catch(() => Infinity));
  }
  return best / floor;
}

async function timed(job) {
  const start = performance.now();
  await job();
  return performance.now() - start;
}
