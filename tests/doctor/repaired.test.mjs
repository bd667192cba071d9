// A repaired session still records the old refusal. That refusal is about the bytes that the repair removed, so it is not blamed again.
import { equal, match, ok } from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { openaiCiphertext } from "./handles.mjs";
import { CLAUDE, claudeSession, ID, openHome } from "./homes.mjs";

const CODEX_ID = "019c5a10-7b1e-7cc2-9d1f-3a5be0f2c007";
const CODEX = `.codex/sessions/2026/11/18/rollout-2026-11-18T09-00-00-${CODEX_ID}.jsonl`;
const MESSAGE = "The encrypted content gAAA...AQEB could not be verified. Reason: Encrypted content could not be decrypted or parsed.";
const REFUSED = { turn_id: "t", error: { message: `unexpected status 400 Bad Request: ${JSON.stringify({ error: { message: MESSAGE, type: "invalid_request_error", code: "invalid_encrypted_content" } })}` } };

const line = (type, payload) => `${JSON.stringify({ timestamp: "2026-11-18T09:00:00.000Z", type, payload })}\n`;
const asked = (text) => line("response_item", { type: "message", role: "user", content: [{ type: "input_text", text }] });
const answered = (text) => line("response_item", { type: "message", role: "assistant", content: [{ type: "output_text", text }] }) + line("event_msg", { type: "token_count", info: null });
const refused = () => line("event_msg", { type: "task_complete", ...REFUSED });

/** A rollout of three thoughts, the first of them cut, that was refused at its last prompt. */
function codexSession() {
  const thoughts = [openaiCiphertext(1).slice(0, 60), openaiCiphertext(2), openaiCiphertext(3)];
  const turn = (ciphertext, nth) => line("turn_context", { turn_id: "t", model: "gpt-5.2-codex", effort: "high", summary: "auto" }) + asked(`Is it warm (${nth})?`) + line("response_item", { type: "reasoning", summary: [], encrypted_content: ciphertext }) + answered("Yes.");
  return `${line("session_meta", { id: CODEX_ID, cwd: "/shop", cli_version: "0.169.0", model_provider: "openai" })}${thoughts.map(turn).join("")}${asked("More?")}${refused()}`;
}

/** The lines of a session of Claude Code that was refused after its last answer. */
function claudeRefused() {
  const error = { type: "error", error: { type: "invalid_request_error", message: "messages.1.content.0: Invalid `signature` in `thinking` block" } };
  const row = (uuid, parentUuid, more) => `${JSON.stringify({ parentUuid, sessionId: ID, uuid, timestamp: "2026-11-18T09:31:00.000Z", cwd: "/shop", ...more })}\n`;
  const prompt = row("x1", "00000000-0000-4000-8000-000000000003", { type: "user", message: { role: "user", content: "More." } });
  return `${prompt}${row("x2", "x1", { type: "assistant", isApiErrorMessage: true, error: "invalid_request", message: { id: "m", model: "<synthetic>", role: "assistant", type: "message", content: [{ type: "text", text: `API Error: 400 ${JSON.stringify(error)}` }] } })}`;
}

const thoughtsIn = (file) => readFileSync(file, "utf8").match(/gAAAA/g)?.length ?? 0;

test("a second repair finds nothing to do, and the genuine thoughts stay", () => {
  const { put, run } = openHome();
  const file = put(CODEX, codexSession());
  equal(run(CODEX_ID, "--write").status, 0);
  equal(thoughtsIn(file), 2);
  for (const word of [CODEX_ID, file]) {
    const { status, stdout } = run(word);
    equal(status, 0, stdout);
    ok(!/refused/.test(stdout), stdout);
  }
  match(run().stdout, /^healthy +Codex/m);
  const again = run(CODEX_ID, "--write");
  equal(again.status, 0);
  match(again.stderr, /nothing to repair/);
  equal(thoughtsIn(file), 2);
});

test("a repaired copy is not blamed for the refusal that it has from its original", () => {
  const { put, run } = openHome();
  put(CODEX, codexSession());
  const { id, path } = JSON.parse(run(CODEX_ID, "--copy", "--json").stdout);
  equal(run(id).status, 0);
  equal(run(id, "--write").status, 0);
  equal(thoughtsIn(path), 2);
  equal(run(CODEX_ID).status, 1);
});

test("the note is about one state of the file: a restored, a changed or a refused one is blamed", () => {
  const { put, run } = openHome();
  const file = put(CODEX, codexSession());
  equal(run(CODEX_ID, "--write").status, 0);
  appendFileSync(file, asked("Still there?"));
  equal(run(CODEX_ID).status, 0);
  appendFileSync(file, refused());
  match(run(CODEX_ID).stdout, /The provider refused it/);
  equal(run(CODEX_ID).status, 1);
  put(CODEX, codexSession());
  equal(run(CODEX_ID, "--write").status, 0);
  equal(run(CODEX_ID, "--restore").status, 0);
  equal(run(CODEX_ID).status, 1);
});

test("the backups may be removed, and --because still names an error", () => {
  const { put, run } = openHome();
  const file = put(CLAUDE, claudeSession({ signature: "REDACTED" }) + claudeRefused());
  equal(run(ID, "--write").status, 0);
  equal(run("--clean").status, 0);
  equal(run(ID).status, 0);
  match(run(file, "--because", MESSAGE).stdout, /The provider refused it/);
});
