// A transcript of 50 MB with 5,000 turns, always the same, with a broken turn in every five hundred; and the time until the page shows the first
// finding in it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { target } from "../../../scripts/paths.mjs";

export const TURNS = 5000;
const MODEL = "claude-opus-4-5-20251101";

const text = (length, seed) => `line of the file that was read, with "quotes" and \\ and é; seed ${seed}\n`.repeat(Math.ceil(length / 60)).slice(0, length);
const signature = (seed) => `E${Array.from({ length: 9 }, (_, nth) => createHash("sha256").update(`${seed}/${nth}`).digest("base64").slice(0, 43)).join("")}`;
const isBroken = (nth) => nth % 500 === 3;
const line = (value) => `${JSON.stringify(value)}\n`;

export const LONG = {
  /** One conversation, recorded line by line. A broken turn has a thought without its signature. */
  "claude-code": function* () {
    let count = 0;
    const record = (type, more) => line({ parentUuid: count ? `u-${count}` : null, isSidechain: false, userType: "external", cwd: "/w", sessionId: "s1", version: "2.0.1", uuid: `u-${++count}`, timestamp: new Date(1.79e12 + count * 1000).toISOString(), type, ...more });
    yield record("user", { message: { role: "user", content: "Fix the build." } });
    for (let nth = 0; nth < TURNS; nth++) {
      const message = { id: `msg_${nth}`, type: "message", role: "assistant", model: MODEL, stop_reason: "tool_use", usage: { input_tokens: 10, output_tokens: 20 } };
      yield record("assistant", { requestId: `r${nth}`, message: { ...message, content: [{ type: "thinking", thinking: text(600, nth), signature: isBroken(nth) ? "" : signature(nth) }] } });
      yield record("assistant", { requestId: `r${nth}`, message: { ...message, content: [{ type: "tool_use", id: `toolu_${nth}`, name: "Read", input: { path: `/w/src/f${nth}.rs` } }] } });
      yield record("user", { message: { role: "user", content: [{ tool_use_id: `toolu_${nth}`, type: "tool_result", content: text(7600, nth) }] }, toolUseResult: { file: nth } });
    }
  },
  /** Pairs with their bodies as values, in conversations of two. A broken turn has a changed signature. */
  pairs: function* () {
    for (let nth = 0; nth < TURNS; nth++) {
      const begun = nth - (nth % 2);
      const thought = [{ type: "thinking", thinking: text(600, begun), signature: signature(begun) }, { type: "tool_use", id: `toolu_${begun}`, name: "Read", input: { at: begun } }];
      const messages = [{ role: "user", content: [{ type: "text", text: `Task ${begun}: ${text(7000, begun)}` }] }];
      if (nth % 2) messages.push({ role: "assistant", content: isBroken(nth) ? [{ ...thought[0], signature: signature("x") }, thought[1]] : thought }, { role: "user", content: [{ type: "tool_result", tool_use_id: `toolu_${begun}`, content: text(1500, nth) }] });
      const request = { model: MODEL, max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 1024 }, tools: [{ name: "Read", input_schema: { type: "object" } }], messages };
      const content = nth % 2 ? [{ type: "text", text: text(1200, nth) }] : thought;
      const answer = { id: `msg_${nth}`, type: "message", role: "assistant", model: MODEL, content, stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 3 } };
      const refusal = { type: "error", error: { type: "invalid_request_error", message: "messages.1.content.0: Invalid `signature` in `thinking` block" } };
      yield line({ url: "https://api.anthropic.com/v1/messages", session: `s${begun}`, status: isBroken(nth) ? 400 : 200, request, response: isBroken(nth) ? refusal : answer });
    }
  },
};

/** Writes one of them to a file if needed, and returns its path and size. */
export function longFile(format) {
  mkdirSync(target, { recursive: true });
  const file = join(target, `long-2.${format}.jsonl`);
  if (!existsSync(file)) writeFileSync(file, [...LONG[format]()].join(""));
  return { file, size: statSync(file).size };
}

/** Opens a file by the picker. Returns the times to the first finding and to the end, and that of JSON.parse of all its lines in the same page. */
export async function timed(page, file) {
  await page.evaluate(() => {
    const times = (globalThis.times = {});
    const look = () => {
      const now = performance.now() - times.start;
      if (!times.finding && document.querySelector('.finding, .turns-row, .head [data-tone="reject"], .head [data-tone="degrade"]')) times.finding = now;
      if (document.documentElement.dataset.session === "whole") times.whole = now;
      else setTimeout(look, 4);
    };
    addEventListener("change", ({ target }) => ((times.file = target.files[0]), (times.start = performance.now()), setTimeout(look)), { capture: true, once: true });
  });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click(".drop-buttons .primary")]);
  await chooser.setFiles(file);
  await page.waitForFunction(() => globalThis.times.whole, null, { polling: 100, timeout: 120_000 });
  return page.evaluate(async () => {
    const { finding, whole, file } = globalThis.times;
    const lines = (await file.text()).trimEnd().split("\n");
    let parse = Infinity;
    for (let round = 0; round < 3; round++) {
      const start = performance.now();
      for (const line of lines) JSON.parse(line);
      parse = Math.min(parse, performance.now() - start);
    }
    return { finding, whole, parse };
  });
}
