// Plays a story against the provider simulator: what the model says is the story's, what it signs and what it refuses is the simulator's.
import { copy } from "../../tests/simulator/json.mjs";
import { Memory, TOOLS } from "../../tests/simulator/plan.mjs";
import { randomOf } from "../../tests/simulator/random.mjs";
import { CLIENTS } from "../../tests/simulator/clients/all.mjs";
import { requestOf, twin } from "../../tests/simulator/converse.mjs";
import { shelfOf } from "../../tests/simulator/vendors/responses.mjs";
import { streamOf } from "./streams.mjs";
import { told } from "./told.mjs";

/**
 * The exchanges of a story, in order. A story that is not taken as it says, or whose last request is refused by another rule than it says or not at
 * all, throws: then the story is wrong, or the simulator has changed.
 */
export function play(story) {
  const client = CLIENTS[story.client];
  const random = realistic(randomOf(story.seed));
  const talk = { body: copy(story.body), headers: {}, target: { host: new URL(story.url).host, surface: story.surface } };
  const stage = { client, talk, random, url: story.url, clock: Date.parse(story.begins), state: { random, memory: new Memory(), shelf: shelfOf(), enforced: true, surface: story.surface, ...story.state } };
  const exchanges = story.turns.map((turn) => answered(stage, turn));
  if (story.harm) exchanges.push(refused(stage, story));
  return exchanges;
}

/** One exchange that was taken, and nothing lost; its answer and the results of its calls are appended for the next. */
function answered(stage, turn) {
  const { client, talk } = stage;
  if (turn.user) client.ask(talk, turn.user);
  const { calls = [] } = turn;
  const plan = { runs: turn.thinks ? [turn.thinks.map((one) => one.kind ?? "text")] : [], calls: calls.length, text: Boolean(turn.says), summary: Boolean(turn.thinks?.[0]) };
  const reply = ask(stage, { ...stage.state, plan, random: scripted(stage.random, turn) });
  if (reply.refusal || reply.lost.length) throw new Error(`not taken as it is: ${JSON.stringify(reply.refusal ?? reply.lost)}`);
  const body = told(client.wire, reply.body, turn, talk.body, stage.clock / 1000);
  const came = talk.body.stream ? { stream: streamOf(client.wire, body) } : { response: JSON.stringify(body) };
  const sent = line(stage, 200, came);
  const message = client.fold({ body: came.response, stream: came.stream });
  client.append(talk, message, { body });
  if (calls.length) client.results(talk, client.calls(message).map((call, nth) => ({ ...call, text: calls[nth].gives })));
  return sent;
}

/** The request that the session died of. */
function refused(stage, { harm, dies, switches = {} }) {
  const { client } = stage;
  if (dies.user) client.ask(stage.talk, dies.user);
  const harmed = { ...stage, ...switches, talk: twin(stage.talk) };
  harm(harmed.talk.body);
  const reply = ask(harmed, { ...stage.state, ...switches.state });
  if (reply.refusal?.rule !== dies.of) throw new Error(`refused by ${reply.refusal?.rule}, not by ${dies.of}`);
  return line(harmed, reply.status, { response: reply.body });
}

/** Asks the simulator without streaming: what streams, this writes itself, since the story has yet to be told in it. */
function ask({ client, talk, url }, state) {
  const { stream, ...body } = talk.body;
  const { text, headers, target } = requestOf(client, { ...talk, body }, false);
  return client.answer({ text, headers, target: { ...target, host: new URL(url).host }, path: new URL(url).pathname }, state);
}

function line(stage, status, came) {
  const request = requestOf(stage.client, stage.talk, false).text;
  const time = new Date(stage.clock).toISOString().replace(".000", "");
  stage.clock += 1000 * (3 + stage.random.below(40));
  return { url: stage.url, status, time, request, ...came };
}

/** Chance that says what the story says: its thoughts, then its text; the tools in its order. Nothing is left to a throw of dice but ids and seals. */
function scripted(random, { thinks = [], says, calls = [] }) {
  const texts = [...thinks.filter((one) => one.text).map((one) => one.text), ...(says ? [says] : [])];
  const names = calls.map((call) => call.name);
  return { ...random, words: () => texts.shift() ?? "", pick: (list) => (list === TOOLS ? names.shift() : list[0]), chance: () => false };
}

/** Anthropic's ids begin with a version. */
const realistic = (random) => ({ ...random, letters: (length, ...from) => (length === 22 || length === 24 ? `01${random.letters(length - 2, ...from)}` : random.letters(length, ...from)) });
