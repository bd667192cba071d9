// The growth of the wasm memory. Each growth makes V8 collect garbage, so a program with thousands of ledgers must not grow it for each of them.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Ledger } from "rethought";
import { wasmMemory } from "./node_modules/rethought/wasm/glue.js";

const TEXT = "The file is read before the question is answered. ".repeat(400);

test("the memory grows in few steps while thousands of ledgers record", () => {
  const target = { wire: "anthropic-messages" };
  const ledgers = [];
  const sizes = new Set();
  for (let nth = 0; nth < 1500; nth++) {
    const request = { model: "claude-opus-5", max_tokens: 9000, messages: [{ role: "user", content: `Question ${nth}` }] };
    const content = [{ type: "thinking", thinking: `${TEXT}${nth}`, signature: btoa(`signature ${nth}`).padEnd(200, "QUJD") }, { type: "text", text: `Answer ${nth}` }];
    const ledger = new Ledger();
    ledger.record({ request, response: { id: `msg_${nth}`, type: "message", role: "assistant", model: "claude-opus-5", content }, target });
    ledgers.push(ledger);
    sizes.add(wasmMemory().buffer.byteLength);
  }
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  assert.ok(most > 4 * least, `${least} became ${most}`);
  // A memory that grows by an eighth becomes four times as large in 12 steps.
  assert.ok(sizes.size < 40, `${sizes.size} sizes from ${least} to ${most}`);
});
