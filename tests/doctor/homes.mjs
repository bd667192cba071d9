// Home folders with sessions of our own making, and the command in them.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

export const BIN = fileURLToPath(new URL("./node_modules/rethought/cli/index.js", import.meta.url));
export const ID = "5d0c4a57-1b7e-4e0b-9d58-2f6a3c9b7e10";
export const CLAUDE = `.claude/projects/-shop/${ID}.jsonl`;
const homes = [];
after(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true })));

/** A home folder: `put(path, text)` writes a file, `run(...words)` the command. */
export function openHome() {
  const home = mkdtempSync(join(tmpdir(), "rethought-doctor-"));
  homes.push(home);
  const put = (path, text) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text, { mode: 0o600 });
    return join(home, path);
  };
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, "state"), NO_COLOR: "1" };
  const run = (...words) => spawnSync(process.execPath, [BIN, "doctor", ...words], { cwd: home, encoding: "utf8", env });
  return { home, put, run, env };
}

/** A session of Claude Code. `signature` is that of its first thinking block, which is left out with `undefined`. */
export function claudeSession({ signature, turns = 2, id = ID, text = "Yes.", project = "/shop" } = {}) {
  let parent = null;
  const lines = [];
  const add = (message) => {
    const uuid = `00000000-0000-4000-8000-${String(lines.length).padStart(12, "0")}`;
    const time = new Date(Date.UTC(2026, 10, 18, 9, 30, lines.length)).toISOString();
    lines.push(JSON.stringify({ parentUuid: parent, isSidechain: false, userType: "external", cwd: project, sessionId: id, version: "2.1.154", type: message.role, message, uuid, timestamp: time }));
    parent = uuid;
  };
  for (let turn = 0; turn < turns; turn++) {
    add({ role: "user", content: `Is it warm (${turn})?` });
    const thinking = turn === 0 && signature !== undefined ? [{ type: "thinking", thinking: "I look outside.", signature }] : [];
    add({ id: `msg_01${turn}`, type: "message", role: "assistant", model: "claude-opus-4-5", content: [...thinking, { type: "text", text }], stop_reason: "end_turn" });
  }
  return `${lines.join("\n")}\n`;
}
