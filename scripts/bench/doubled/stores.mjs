// A ledger whose lines are in a store, with a conversation of a given number of turns. Each run opens it again, with nothing loaded.
import { exchangesOf, TARGET } from "./inputs.mjs";

const TURNS = 40;

export function stores({ Ledger, memoryStore }) {
  const kept = (turns) => {
    const exchanges = exchangesOf(turns + 1);
    const filled = (async () => {
      const store = memoryStore();
      const ledger = await Ledger.open(store);
      for (const { request, response } of exchanges.slice(0, -1)) await ledger.record(await ledger.audit(request, TARGET), { response });
      return store;
    })();
    return async () => ({ ledger: await Ledger.open(await filled), ...exchanges.at(-1) });
  };
  return [
    ["Ledger.open, audit", TURNS, kept, ({ ledger, request }) => ledger.audit(request, TARGET)],
    ["Ledger.open, repair", TURNS, kept, ({ ledger, request }) => ledger.repair(request, TARGET)],
    ["Ledger.open, record", TURNS, kept, ({ ledger, request, response }) => ledger.record({ request, response, target: TARGET })],
    ["Ledger.open, follow", TURNS, kept, ({ ledger, request }) => ledger.follow(request, TARGET)],
    ["Ledger.open, conversation", TURNS, kept, ({ ledger, request }) => ledger.conversation(request, TARGET)],
    ["Ledger.open, canRewrite", TURNS, kept, ({ ledger, request }) => ledger.canRewrite(request, [1, 3], TARGET, { by: "drop" })],
  ];
}
