// A conversation with a ledger: each request is audited before it is sent, each answer recorded when it arrives.

const TURNS = 200;
const TARGET = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-5" };
const HANDLE = "RXF1YWwg".repeat(110);

/** Returns the turns, and one more request: about 1 MB. */
function conversation() {
  const messages = [{ role: "user", content: "Begin." }];
  return Array.from({ length: TURNS + 1 }, (_, nth) => {
    const request = JSON.stringify({ model: TARGET.model, max_tokens: 9000, thinking: { type: "enabled", budget_tokens: 2048 }, system: "Be brief.", tools: [{ name: "read_file", input_schema: { type: "object" } }], messages });
    const thinking = { type: "thinking", thinking: "So it is. ".repeat(240 + (nth % 40)), signature: HANDLE.slice(0, -8) + String(1_000_000 + nth).padStart(8, "A") };
    const content = [thinking, { type: "tool_use", id: `toolu_${nth}`, name: "read_file", input: { path: `src/file_${nth}.rs` } }];
    messages.push({ role: "assistant", content }, { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${nth}`, content: "a line of it; ".repeat(80) }] });
    return { request, response: JSON.stringify({ id: `msg_${nth}`, type: "message", role: "assistant", model: TARGET.model, content, usage: {} }) };
  });
}

export function session({ Ledger }, { time }) {
  const texts = conversation();
  const bytes = (text) => new TextEncoder().encode(text);
  console.log(`\na conversation of ${TURNS} turns and ${(texts.at(-1).request.length / 1e6).toFixed(2)} MB, over one full audit of its last request`);
  console.log("                    full audit    last turn (bar 0.02×, strings 0.03×)    all recorded and audited (bar 3×)    with each request given again");
  for (const [name, made] of [["bytes", bytes], ["strings", (text) => text]]) {
    const all = texts.map(({ request, response }) => ({ request: made(request), response: made(response) }));
    const [turns, last] = [all.slice(0, TURNS), all[TURNS].request];
    const best = {};
    const least = (what, job) => (best[what] = Math.min(best[what] ?? Infinity, time(job)));
    for (let round = 0; round < 12; round++) {
      const ledger = new Ledger();
      turns.forEach(({ request, response }, nth) => least(nth, () => ledger.record(ledger.audit(request, TARGET), { response })));
      least("last", () => ledger.audit(last, TARGET));
      // A ledger that was read from its text has not audited anything yet.
      const fresh = Ledger.fromJSON(ledger.text());
      least("full", () => fresh.audit(last, TARGET));
      const other = new Ledger();
      turns.forEach(({ request, response }, nth) => least(`${nth} again`, () => (other.audit(request, TARGET), other.record({ request, response, target: TARGET }))));
    }
    // The least time of each turn: over so many turns, other load of the machine always affects one.
    const sum = (name) => turns.reduce((sum, _, nth) => sum + best[name(nth)], 0);
    [best.all, best.again] = [sum((nth) => nth), sum((nth) => `${nth} again`)];
    const over = (what, digits) => `${(best[what] / best.full).toFixed(digits)}×`;
    console.log(`${name.padEnd(18)} ${best.full.toFixed(2).padStart(8)} ms ${over("last", 4).padStart(12)} ${over("all", 2).padStart(25)} ${over("again", 2).padStart(34)}`);
  }
  console.log("memory over what is kept (bar 1.3×): cargo test --test ledger_memory -- --nocapture");
}
