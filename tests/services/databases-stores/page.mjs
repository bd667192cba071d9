// A page that checks IndexedDB against the contract, with a connection for each store, like two tabs. It is bundled with the package.
import { Ledger } from "rethought/inline";
import { indexedDbStore } from "rethought/stores";
import { CONTRACT } from "./contract.mjs";

const store = indexedDbStore("ledger");
const faults = [];
for (const [name, check] of [...CONTRACT, ["two ledgers that record at once lose nothing", recordTogether]])
  await check({ store, again: async () => indexedDbStore("ledger") }).catch((error) => faults.push(`${name}: ${error.message}`));
console.log(`RESULT ${JSON.stringify({ laws: CONTRACT.length + 1, faults })}`);

async function recordTogether({ store, again }) {
  const ledgers = [await Ledger.open(store), await Ledger.open(await again())];
  const request = '{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"Hello."}]}';
  const exchanges = Array.from({ length: 6 }, (_, nth) => {
    const content = [{ type: "thinking", thinking: `Thought ${nth}`, signature: btoa(`seal ${nth}`) }, { type: "text", text: "Hello." }];
    return { request, response: JSON.stringify({ id: `msg_${nth}`, type: "message", role: "assistant", content }), target: "anthropic-messages", time: 1 };
  });
  await Promise.all(exchanges.map((exchange, nth) => ledgers[nth % 2].record(exchange)));
  const [one, third] = [new Ledger(), await Ledger.open(await again())];
  for (const exchange of exchanges) {
    one.record(exchange);
    if (await third.record(exchange)) throw new Error("an exchange is lost");
  }
  const next = JSON.stringify({ ...JSON.parse(request), messages: [{ role: "user", content: "Hello." }, { role: "assistant", content: "Hello." }, { role: "user", content: "On." }] });
  const reports = [await third.audit(next, "anthropic-messages"), one.audit(next, "anthropic-messages")].map((report) => JSON.stringify(report));
  if (reports[0] !== reports[1]) throw new Error("it says otherwise than one ledger");
}
