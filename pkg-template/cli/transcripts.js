// The formats of transcripts, as the command line names them, and which of them are sessions of agents.

const SESSIONS = {
  "claude-code": "a session of Claude Code",
  codex: "a session of Codex",
  cline: "a task of Cline or Roo Code",
  continue: "a session of Continue",
  "copilot-cli": "a session of Copilot CLI",
  droid: "a session of Droid",
  "gemini-cli": "a chat of Gemini CLI",
  grok: "a session of Grok",
  hermes: "a session of Hermes",
  kimi: "a session of Kimi",
  opencode: "a session of OpenCode",
  pi: "a session of pi or OpenClaw",
  "qwen-code": "a chat of Qwen Code",
};

const OTHERS = {
  braintrust: "spans of Braintrust",
  cognipeer: "a trace of @cognipeer/agent-sdk",
  har: "HAR",
  langfuse: "observations of Langfuse",
  langsmith: "runs of LangSmith",
  letta: "a history of a Letta agent",
  otlp: "spans of OpenTelemetry",
  "ai-sdk-ui": "a chat of the AI SDK",
  inspect: "a log of Inspect",
  "langchain-cassette": "a cassette of LangChain",
  "swe-agent": "a trajectory of SWE-agent",
  pairs: "requests with their answers",
  vcr: "a VCR cassette",
  "vcr-yaml": "a VCR cassette in YAML",
};

/** True for a format in which an agent keeps a session, which it can resume. */
export const isSession = (format) => Object.hasOwn(SESSIONS, format ?? "");

/** What a transcript is, in words. */
export const transcriptName = (format) => SESSIONS[format] ?? OTHERS[format] ?? format;
