// Requests with thousands of findings: the cost of an audit, its fixes, a repair and a rendering.

/**
 * Returns broken Claude turns: thinking without a signature, a call without a result, a result without a call. There are three findings in each turn.
 */
export function broken(turns) {
  const messages = [{ role: "user", content: "Go." }];
  for (let nth = 0; nth < turns; nth++) {
    messages.push({ role: "assistant", content: [{ type: "thinking", thinking: `So ${nth}.` }, { type: "tool_use", id: `toolu_${nth}`, name: "look", input: {} }] });
    messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_x${nth}`, content: "Nothing." }] });
  }
  return JSON.stringify({ model: "claude-example", max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 1024 }, messages });
}

const TARGET = { wire: "anthropic-messages" };
const RULES = ["thinking-without-signature", "unanswered-tool-use", "tool-result-without-tool-use"];

/** Measures the cost of findings in milliseconds, which people notice more than a ratio. `least` accepts jobs and rounds. */
export function findings({ audit, explain, Ledger, render, repair }, { least }) {
  const line = (what, time, bar) => console.log(`${what.padEnd(72)} ${time.toFixed(1).padStart(7)} ms${bar ? `   (bar ${bar})` : ""}`);
  const bytes = (turns) => new TextEncoder().encode(broken(turns));
  const [some, many, most] = [bytes(334), bytes(5_334), bytes(6_667)];
  const [found, none] = least([() => audit(some, TARGET), () => audit(some, TARGET, { off: RULES })], 100);
  const count = (body) => audit(body, TARGET).findings.length.toLocaleString("en-US");
  line(`audit with ${count(some)} findings, over the same with none`, found - none, "3");
  const [listed] = least([() => audit(some, TARGET).findings.length], 100);
  line("the same, with the list of them read", listed - none);
  const fresh = (options) => {
    const ledger = new Ledger();
    return () => ledger.audit(some, TARGET, options);
  };
  const [first, clean] = least([() => fresh()(), () => fresh({ off: RULES })()], 100);
  line(`audit with ${count(some)} findings by a new ledger, over the same with none`, first - clean, "3");
  const [again, cleanAgain] = least([fresh(), fresh({ off: RULES })], 100);
  line("the same audited again, over the same with none", again - cleanAgain, "3");
  const [audited, read] = least([() => audit(many, TARGET), () => JSON.stringify(audit(many, TARGET))], 10);
  line(`audit with ${count(many)} findings in ${(many.length / 1e6).toFixed(2)} MB`, audited, "40");
  line("the same, with every text and every fix read", read);
  const [mended] = least([() => repair(many, TARGET, { allow: ["unsafe", "placeholder"] })], 3);
  line("mending all of them", mended);
  const report = audit(most, TARGET);
  JSON.stringify(report);
  for (const format of ["text", "json", "sarif", "github"]) {
    const [rendered] = least([() => render(report, most, { format, explain })], 5);
    line(`render ${count(most)} findings as ${format}`, rendered, "300");
  }
  console.log();
}
