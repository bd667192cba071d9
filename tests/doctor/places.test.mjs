// Where agents keep sessions, on each system, with their variables.
import { deepEqual, equal } from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { AGENTS } from "./node_modules/rethought/doctor/places/agents.js";
import { findDatabases, findSessions, rootOf, sessionAt, sessionsWithId, subagentsOf } from "./node_modules/rethought/doctor/places/find.js";
import { stateFolder } from "./node_modules/rethought/doctor/places/state.js";

const home = mkdtempSync(join(tmpdir(), "rethought-places-"));
after(() => rmSync(home, { recursive: true, force: true }));
const ID = "0199a3c2-6f10-7d33-9a0e-4b1f7c2d8e55";

/** A file of each agent as it names its sessions, and its id. */
const FILES = {
  "claude-code": [`.claude/projects/-home-me-shop/${ID}.jsonl`, ID],
  codex: [`.codex/sessions/2026/11/18/rollout-2026-11-18T09-30-00-${ID}.jsonl`, ID],
  "gemini-cli": [".gemini/tmp/shop/chats/session-2026-11-18T09-30-0199a3c2.jsonl", "session-2026-11-18T09-30-0199a3c2"],
  pi: [`.pi/agent/sessions/--home-me-shop--/2026-11-18T09-30-00-000Z_${ID}.jsonl`, ID],
  openclaw: [`.openclaw/agents/main/sessions/${ID}.jsonl`, ID],
  "qwen-code": [`.qwen/projects/-home-me-shop/chats/${ID}.jsonl`, ID],
  "copilot-cli": [`.copilot/session-state/${ID}/events.jsonl`, ID],
  droid: [`.factory/sessions/-home-me-shop/${ID}.jsonl`, ID],
  grok: [`.grok/sessions/%2Fhome%2Fme%2Fshop/${ID}/chat_history.jsonl`, ID],
  kimi: [`.kimi/sessions/5d0c4a57/${ID}/context.jsonl`, ID],
};

function put(path, text = "{}\n") {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  return join(home, path);
}

for (const [path] of Object.values(FILES)) put(path);

test("each agent's session is found in its folder, with its id", () => {
  const found = Object.fromEntries(findSessions({ env: {}, home }).map(({ agent, id, path }) => [agent.name, [path, id]]));
  deepEqual(found, Object.fromEntries(Object.entries(FILES).map(([name, [path, id]]) => [name, [join(home, path), id]])));
  deepEqual([...Object.keys(FILES), "kilo", "opencode"].sort(), AGENTS.map(({ name }) => name).sort());
});

test("a variable of the agent names another folder", () => {
  const roots = (env) => Object.fromEntries(AGENTS.map((agent) => [agent.name, rootOf(agent, { env, home: "/people/me" })]));
  const set = { CLAUDE_CONFIG_DIR: "/a", CODEX_HOME: "/b", GEMINI_CLI_HOME: "/c", XDG_DATA_HOME: "/d", PI_CODING_AGENT_DIR: "~/e", OPENCLAW_STATE_DIR: "/f", QWEN_HOME: "/g", COPILOT_HOME: "/h", GROK_HOME: "/i", KIMI_SHARE_DIR: "/j" };
  deepEqual(roots(set), { "claude-code": "/a", codex: "/b", "gemini-cli": "/c/.gemini", opencode: "/d/opencode", kilo: "/d/kilo", pi: "/people/me/e/sessions", openclaw: "/f", "qwen-code": "/g", "copilot-cli": "/h", droid: "/people/me/.factory/sessions", grok: "/i/sessions", kimi: "/j/sessions" });
  deepEqual(roots({ PI_CODING_AGENT_SESSION_DIR: "/s", PI_CODING_AGENT_DIR: "/e", QWEN_RUNTIME_DIR: "/r", QWEN_HOME: "/g", OPENCLAW_HOME: "/o", CODEX_HOME: "" }), {
    ...roots({}), pi: "/s", "qwen-code": "/r", openclaw: "/o/.openclaw", codex: "/people/me/.codex",
  });
});

test("subagents' files are beside their session, and are not sessions", () => {
  const subagent = put(`.claude/projects/-home-me-shop/${ID}/subagents/agent-a1b2.jsonl`);
  const chat = put(".gemini/tmp/shop/chats/session-2026-11-18T09-30-0199a3c2/one.jsonl");
  const sessions = findSessions({ env: {}, home });
  equal(sessions.length, Object.keys(FILES).length);
  const beside = sessions.flatMap((session) => subagentsOf(session, { env: {}, home })).map(({ path }) => path);
  deepEqual(beside.sort(), [subagent, chat].sort());
});

test("a session is found by its id or the beginning of it, and by its file", () => {
  deepEqual(sessionsWithId(ID, { env: {}, home }).map(({ agent }) => agent.name).sort(), ["claude-code", "codex", "copilot-cli", "droid", "grok", "kimi", "openclaw", "pi", "qwen-code"]);
  equal(sessionsWithId("0199a3c2", { env: {}, home }).length, 10);
  equal(sessionsWithId("0", { env: {}, home }).length, 0);
  for (const [name, [path, id]] of Object.entries(FILES)) {
    const { agent, id: found } = sessionAt(join(home, path), { env: {}, home });
    deepEqual([agent.name, found], [name, id]);
  }
  equal(sessionAt(join(home, "elsewhere.jsonl"), { env: {}, home }), undefined);
});

test("a home folder that is a link is the same folder", () => {
  const link = `${home}-link`;
  symlinkSync(home, link);
  equal(sessionAt(join(home, FILES.codex[0]), { env: {}, home: link }).id, ID);
  rmSync(link);
});

test("a database of OpenCode is found, also that of a channel", () => {
  const paths = [put(".local/share/opencode/opencode.db"), put(".local/share/opencode/opencode-dev.db")];
  deepEqual(findDatabases({ env: {}, home }).map(({ path }) => path), paths);
});

test("folders that are not there have no sessions", () => {
  deepEqual(findSessions({ env: {}, home: join(home, "nobody") }), []);
});

test("backups have a place on each system", () => {
  equal(stateFolder({ env: {}, home: "/people/me", platform: "linux" }), "/people/me/.local/state/rethought");
  equal(stateFolder({ env: {}, home: "/Users/me", platform: "darwin" }), "/Users/me/Library/Application Support/rethought");
  equal(stateFolder({ env: { LOCALAPPDATA: "/local" }, home: "/Users/me", platform: "win32" }), "/local/rethought");
  equal(stateFolder({ env: { XDG_STATE_HOME: "/state" }, home: "/people/me", platform: "darwin" }), "/state/rethought");
});
