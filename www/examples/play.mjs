// Plays a story against the provider simulator. The story defines the model's answers. The simulator signs and refuses.
import { copy } from "../../tests/simulator/json.mjs";
import { Memory, TOOLS } from "../../tests/simulator/plan.mjs";
import { randomOf } from "../../tests/random.mjs";
import { CLIENTS } from "../../tests/simulator/clients/all.mjs";
import { requestOf, duplicateOf } from "../../tests/simulator/converse.mjs";
import { shelfOf } from "../../tests/simulator/vendors/responses.mjs";
import { streamOf } from "./streams.mjs";
import { writeStory } from "./write-story.mjs";

/**
 * Returns the exchanges of a story, in order. Throws if a request is refused that the story expects to be accepted, or if the rule of the story does
 * not refuse the last one. Then the story is wrong, or the simulator has changed.
 */
export function play(story) {
  const client = CLIENTS[story.client];
  const random = withVersionedIds(randomOf(story.seed));
  const conversation = { body: copy(story.body), headers: {}, target: { host: new URL(story.url).host, surface: story.surface } };
  const scene = { client, conversation, random, url: story.url, clock: Date.parse(story.begins), state: { random, memory: new Memory(), shelf: shelfOf(), enforced: true, surface: story.surface, ...story.state } };
  const exchanges = story.turns.map((turn) => answered(scene, turn));
  if (story.harm) exchanges.push(refused(scene, story));
  return exchanges;
}

/** Plays one accepted exchange. Its answer and the results of its calls are appended for the next. */
function answered(scene, turn) {
  const { client, conversation } = scene;
  if (turn.user) client.ask(conversation, turn.user);
  const { calls = [] } = turn;
  const plan = { runs: turn.thinks ? [turn.thinks.map((one) => one.kind ?? "text")] : [], calls: calls.length, text: Boolean(turn.says), summary: Boolean(turn.thinks?.[0]) };
  const reply = ask(scene, { ...scene.state, plan, random: followStory(scene.random, turn) });
  if (reply.refusal || reply.lost.length) throw new Error(`not taken as it is: ${JSON.stringify(reply.refusal ?? reply.lost)}`);
  const body = writeStory(client.wire, reply.body, turn, conversation.body, scene.clock / 1000);
  const answer = conversation.body.stream ? { stream: streamOf(client.wire, body) } : { response: JSON.stringify(body) };
  const sent = line(scene, 200, answer);
  const message = client.fold({ body: answer.response, stream: answer.stream });
  client.append(conversation, message, { body });
  if (calls.length) client.results(conversation, client.calls(message).map((call, nth) => ({ ...call, text: calls[nth].gives })));
  return sent;
}

/** Plays the refused request that ends the session. */
function refused(scene, { harm, dies, switches = {} }) {
  const { client } = scene;
  if (dies.user) client.ask(scene.conversation, dies.user);
  const harmed = { ...scene, ...switches, conversation: duplicateOf(scene.conversation) };
  harm(harmed.conversation.body);
  const reply = ask(harmed, { ...scene.state, ...switches.state });
  if (reply.refusal?.rule !== dies.of) throw new Error(`refused by ${reply.refusal?.rule}, not by ${dies.of}`);
  return line(harmed, reply.status, { response: reply.body });
}

/** Asks the simulator without streaming. This file writes the streams itself, after the story is written into the reply. */
function ask({ client, conversation, url }, state) {
  const { stream, ...body } = conversation.body;
  const { text, headers, target } = requestOf(client, { ...conversation, body }, false);
  return client.answer({ text, headers, target: { ...target, host: new URL(url).host }, path: new URL(url).pathname }, state);
}

function line(scene, status, answer) {
  const request = requestOf(scene.client, scene.conversation, false).text;
  const time = new Date(scene.clock).toISOString().replace(".000", "");
  scene.clock += 1000 * (3 + scene.random.below(40));
  return { url: scene.url, status, time, request, ...answer };
}

/** Returns a source of randomness that follows the story: its thoughts, then its text, and its tools in order. Only ids and signatures are random. */
function followStory(random, { thinks = [], says, calls = [] }) {
  const texts = [...thinks.filter((one) => one.text).map((one) => one.text), ...(says ? [says] : [])];
  const names = calls.map((call) => call.name);
  return { ...random, words: () => texts.shift() ?? "", pick: (list) => (list === TOOLS ? names.shift() : list[0]), chance: () => false };
}

/** Ids of Anthropic begin with a version. */
const withVersionedIds = (random) => ({ ...random, letters: (length, ...from) => (length === 22 || length === 24 ? `01${random.letters(length - 2, ...from)}` : random.letters(length, ...from)) });
