// Where agents keep sessions: one row an agent. Data only. Each row was looked up in the source or the npm package that it names, on 2026-11-18.
//
// A row is `{name, title, roots, sessions, subagents, idOf, owners, commands}`, with `databases` if its sessions are rows. `roots` are the folders that may hold sessions, in the order in which the
// agent prefers them: the first whose variable is set is used. `sessions` are patterns below a root, `subagents` below the folder of a session's file, `*` for one
// name. `idStart` is how much of its id a session has in the name of its file, if that is not all. `resume` begins the command that resumes a session, if the
// agent has another one than its format says; without a space at its end it is the whole command. `owners` are the
// files by which a running agent says which session it has; `commands` are the names of its program. The folders are the same on Linux, macOS and Windows,
// where the home folder is %USERPROFILE%.

const home = (folder) => ({ folder: `~/${folder}` });
const variable = (name, folder = "") => ({ variable: name, folder });

/** The name of a file without its ending. */
export const stem = (path) => path.split(/[/\\]/).at(-1).replace(/\.jsonl?$/, "");
/** The name of the folder of a file. */
const folder = (path) => path.split(/[/\\]/).at(-2);
/** The last UUID of a name such as `rollout-2026-11-18T17-00-00-<uuid>.jsonl`. */
const lastUuid = (path) => stem(path).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi)?.at(-1) ?? stem(path);

/** A file named after a process, in which the process names its session. */
const registry = (pattern) => ({ kind: "registry", pattern });
/** A file beside or for one session. Its name or its text has the id of the process; `{id}` is the session's, `{file}` the session's file. */
const lock = (pattern) => ({ kind: "lock", pattern });

export const AGENTS = [
  {
    // npm @anthropic-ai/claude-code 2.1.327: CLAUDE_CONFIG_DIR, projects/<folder>/<id>.jsonl, <id>/subagents/agent-<id>.jsonl, sessions/<pid>.json. Versions
    // before 2.1 put agent-<id>.jsonl beside the sessions.
    name: "claude-code",
    title: "Claude Code",
    roots: [variable("CLAUDE_CONFIG_DIR"), home(".claude")],
    sessions: ["projects/*/*.jsonl"],
    subagents: ["{id}/subagents/agent-*.jsonl", "{id}/subagents/*/agent-*.jsonl"],
    idOf: stem,
    owners: [registry("sessions/*.json")],
    commands: ["claude", "@anthropic-ai/claude-code"],
  },
  {
    // openai/codex 343074d4: utils/home-dir, rollout/src/rollout_file_name.rs, thread-store/src/local/writer_lock.rs. A subagent has a rollout of its own.
    name: "codex",
    title: "Codex",
    roots: [variable("CODEX_HOME"), home(".codex")],
    sessions: ["sessions/*/*/*/rollout-*.jsonl", "archived_sessions/rollout-*.jsonl"],
    subagents: [],
    idOf: lastUuid,
    owners: [lock("thread-writer-locks/{id}.lock")],
    commands: ["codex", "@openai/codex"],
  },
  {
    // google-gemini/gemini-cli 5411f113: core/src/utils/paths.ts, core/src/services/chatRecordingService.ts. It has no lock, and opens its file for each line.
    name: "gemini-cli",
    title: "Gemini CLI",
    roots: [variable("GEMINI_CLI_HOME", ".gemini"), home(".gemini")],
    sessions: ["tmp/*/chats/session-*.jsonl", "tmp/*/chats/session-*.json"],
    subagents: ["{id}/*.jsonl"],
    idOf: stem,
    idStart: 8,
    owners: [],
    commands: ["gemini", "@google/gemini-cli"],
  },
  {
    // anomalyco/opencode d545d8fb: core/src/global.ts (xdg-basedir, which has the same folder on every system), core/src/database/database.ts.
    name: "opencode",
    title: "OpenCode",
    roots: [variable("XDG_DATA_HOME", "opencode"), home(".local/share/opencode")],
    databases: ["opencode.db", "opencode-*.db"],
    sessions: [],
    subagents: [],
    idOf: stem,
    owners: [],
    commands: ["opencode", "opencode-ai"],
  },
  {
    // Kilo-Org/kilocode packages/opencode/src/global: OpenCode with another name.
    name: "kilo",
    title: "Kilo",
    roots: [variable("XDG_DATA_HOME", "kilo"), home(".local/share/kilo")],
    databases: ["kilo.db", "kilo-*.db"],
    sessions: [],
    subagents: [],
    idOf: stem,
    owners: [],
    commands: ["kilo", "@kilocode/cli"],
    resume: "kilo --session ",
  },
  {
    // npm @earendil-works/pi-coding-agent 0.87.1: dist/config.js, dist/core/session-manager.js. It has no lock, and opens its file for each line.
    name: "pi",
    title: "pi",
    roots: [variable("PI_CODING_AGENT_SESSION_DIR"), variable("PI_CODING_AGENT_DIR", "sessions"), home(".pi/agent/sessions")],
    sessions: ["*.jsonl", "*/*.jsonl"],
    subagents: [],
    idOf: lastUuid,
    owners: [],
    commands: ["pi", "@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent"],
  },
  {
    // docs.openclaw.ai, "Where things live on disk" and "Environment"; openclaw/openclaw src/agents/session-write-lock.ts: <file>.lock with the process.
    name: "openclaw",
    title: "OpenClaw",
    roots: [variable("OPENCLAW_STATE_DIR"), variable("OPENCLAW_HOME", ".openclaw"), home(".openclaw")],
    sessions: ["agents/*/sessions/*.jsonl"],
    subagents: [],
    idOf: stem,
    owners: [lock("{file}.lock")],
    commands: ["openclaw", "openclaw-gateway"],
    // docs.openclaw.ai, "Resume": a session has a key, which its file does not hold. Without one the command lists the sessions.
    resume: "openclaw resume",
  },
  {
    // QwenLM/qwen-code db051956: core/src/config/storage.ts, core/src/services/session-writer-lease.ts and session-registry.ts.
    name: "qwen-code",
    title: "Qwen Code",
    roots: [variable("QWEN_RUNTIME_DIR"), variable("QWEN_HOME"), home(".qwen")],
    sessions: ["projects/*/chats/*.jsonl"],
    subagents: [],
    idOf: stem,
    owners: [lock("tmp/session-writer-locks/{id}.lock"), registry("sessions/*.json")],
    commands: ["qwen", "@qwen-code/qwen-code"],
  },
  {
    // github/copilot-cli#3255, #4805 and changelog: COPILOT_HOME, session-state/<id>/events.jsonl, inuse.<pid>.lock beside it.
    name: "copilot-cli",
    title: "Copilot CLI",
    roots: [variable("COPILOT_HOME"), home(".copilot")],
    sessions: ["session-state/*/events.jsonl"],
    subagents: [],
    idOf: folder,
    owners: [lock("session-state/{id}/inuse.*.lock")],
    commands: ["copilot", "@github/copilot"],
  },
  {
    // docs.factory.ai, "CLI reference": droid --resume. The folder was seen on disk; the source is not public.
    name: "droid",
    title: "Droid",
    roots: [home(".factory/sessions")],
    sessions: ["*.jsonl", "*/*.jsonl"],
    subagents: [],
    idOf: stem,
    owners: [],
    commands: ["droid"],
  },
  {
    // docs.x.ai, "Sessions": ~/.grok/sessions/<folder>/<id>. The messages that are sent are in chat_history.jsonl.
    name: "grok",
    title: "Grok",
    roots: [variable("GROK_HOME", "sessions"), home(".grok/sessions")],
    sessions: ["*/*/chat_history.jsonl"],
    subagents: [],
    idOf: folder,
    owners: [],
    commands: ["grok"],
    resume: "grok --resume ",
  },
  {
    // moonshotai.github.io/kimi-cli, "Sessions": ~/.kimi/sessions/<folder>/<id>, KIMI_SHARE_DIR.
    name: "kimi",
    title: "Kimi CLI",
    roots: [variable("KIMI_SHARE_DIR", "sessions"), home(".kimi/sessions")],
    sessions: ["*/*/context.jsonl"],
    subagents: [],
    idOf: folder,
    owners: [],
    commands: ["kimi", "kimi-cli"],
    resume: "kimi --session ",
  },
];

/** The row of a format of transcripts, which has the name of its agent. */
export const agentOf = (format) => AGENTS.find(({ name }) => name === format);
