// A ledger with a conversation of a given number of turns.
import { broken } from "../findings.mjs";
import { bytesOf, exchangesOf, same, TARGET } from "./inputs.mjs";

const TURNS = 40;

export function ledgers({ Ledger }) {
  /** Returns a ledger that has recorded a conversation, and the request that continues it. */
  const led = (turns) => {
    const exchanges = exchangesOf(turns + 1);
    return () => ({ ledger: recorded(new Ledger(), exchanges.slice(0, -1)), ...exchanges.at(-1) });
  };
  const asked = (turns) => {
    const make = led(turns);
    return () => {
      const { ledger, request, response } = make();
      return { ledger, response, report: ledger.audit(request, TARGET) };
    };
  };
  const written = (turns) => {
    const { ledger, request } = led(turns)();
    return { text: ledger.text(), request };
  };
  // A ledger that was read from its text has not audited anything yet.
  const restored = (turns) => {
    const { text, request } = written(turns);
    return () => ({ ledger: Ledger.fromJSON(text), request });
  };
  const stripped = (turns) => {
    const { ledger, request } = led(turns)();
    const body = JSON.parse(new TextDecoder().decode(request));
    for (const message of body.messages) if (Array.isArray(message.content)) message.content = message.content.filter(({ type }) => !type.endsWith("thinking"));
    return same({ ledger, request: bytesOf(JSON.stringify(body)) });
  };
  const named = (turns) => {
    const make = led(turns);
    return () => {
      const { ledger, request } = make();
      return { ledger, id: ledger.conversation(request, TARGET).id };
    };
  };
  const empty = (turns) => {
    const request = bytesOf(broken(turns));
    return () => ({ ledger: new Ledger(), request });
  };
  const unread = (turns) => {
    const { text } = written(turns);
    return () => ({ ledger: new Ledger(), text });
  };
  // Answers that are equal except for their ids.
  const alike = (count) => {
    const ledger = new Ledger();
    const [{ request, response }, next] = exchangesOf(2);
    const text = new TextDecoder().decode(response);
    for (let nth = 0; nth < count; nth++) ledger.record({ request, response: text.replace(/"id":"[^"]*"/, `"id":"msg_${nth}"`), target: TARGET });
    return same({ ledger, text: ledger.text(), request: next.request });
  };
  return [
    ["Ledger.audit among answers that are alike", 400, alike, ({ ledger, request }) => ledger.audit(request, TARGET)],
    ["Ledger.fromJSON of answers that are alike", 400, alike, ({ text }) => Ledger.fromJSON(text)],
    ["Ledger.audit, findings", 1_500, empty, ({ ledger, request }) => ledger.audit(request, TARGET)],
    ["Ledger.audit, findings, all read", 1_500, empty, ({ ledger, request }) => JSON.stringify(ledger.audit(request, TARGET))],
    ["Ledger.audit of the last", TURNS, led, ({ ledger, request }) => ledger.audit(request, TARGET)],
    ["Ledger.audit, nothing of it known", TURNS, restored, ({ ledger, request }) => ledger.audit(request, TARGET)],
    ["Ledger.repair, clean", TURNS, led, ({ ledger, request }) => ledger.repair(request, TARGET)],
    ["Ledger.repair, every thought dropped", TURNS, stripped, ({ ledger, request }) => ledger.repair(request, TARGET)],
    ["Ledger.canRewrite", TURNS, led, ({ ledger, request }) => ledger.canRewrite(request, [1, 3], TARGET, { by: "drop" })],
    ["Ledger.record of the last, given again", TURNS, led, ({ ledger, request, response }) => ledger.record({ request, response, target: TARGET })],
    ["Ledger.record of the last, by its report", TURNS, asked, ({ ledger, report, response }) => ledger.record(report, { response })],
    ["Ledger.follow", TURNS, led, ({ ledger, request }) => ledger.follow(request, TARGET)],
    ["Ledger.conversation", TURNS, led, ({ ledger, request }) => ledger.conversation(request, TARGET)],
    ["Ledger.restore of a part", TURNS, led, ({ ledger }) => ledger.restore(`/responses/${ledger.length - 1}/parts/0`)],
    ["Ledger.load", TURNS, unread, ({ ledger, text }) => ledger.load(text)],
    ["Ledger.fromJSON", TURNS, (turns) => same(written(turns).text), (text) => Ledger.fromJSON(text)],
    ["Ledger.text", TURNS, led, ({ ledger }) => ledger.text()],
    ["Ledger.toJSON", TURNS, led, ({ ledger }) => ledger.toJSON()],
    ["Ledger.unsaved", TURNS, led, ({ ledger }) => ledger.unsaved()],
    ["Ledger.digestsOnly", TURNS, led, ({ ledger }) => ledger.digestsOnly()],
    ["Ledger.forget a conversation", TURNS, named, ({ ledger, id }) => ledger.forget({ conversation: id })],
    ["Ledger.forget what is old", TURNS, led, ({ ledger }) => ledger.forget({ olderThan: 1 })],
  ];
}

/** Audits and records each exchange in turn. An audit continues the previous one, so each costs only its new part. */
function recorded(ledger, exchanges) {
  for (const { request, response } of exchanges) ledger.record(ledger.audit(request, TARGET), { response });
  return ledger;
}
