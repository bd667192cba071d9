// A request out of a file: the body itself, or a body with its target, as the cards of the rules write it.
import { JsonError, PointerError } from "../errors/index.js";
import { agentOf } from "../doctor/places/agents.js";
import { locate } from "../json/index.js";
import { beginningOf } from "./beginning.js";
import { refuseBinary } from "../text/binary-kind.js";
import { quoted } from "./quoted.js";
import { targetOf } from "./target.js";

/** The request's bytes, where they begin in the file, and the target. The command line outranks the file, which outranks the target of the configuration. */
export function requestOf({ path, bytes }, values, configured = {}) {
  refuseBinary(bytes, REQUEST);
  const found = enveloped(bytes);
  if (found) return { request: found.request.raw, offset: found.request.start, target: { ...configured, ...JSON.parse(new TextDecoder().decode(found.target.raw)), ...targetOf(values) } };
  refuseTranscript(path, bytes);
  return { request: bytes, offset: 0, target: { ...configured, ...targetOf(values) } };
}

/** The places of `{"target": …, "request": …}`; nothing for any other file. The audit reports a file that is not JSON, with the byte. */
function enveloped(bytes) {
  try {
    return { request: locate(bytes, "/request"), target: locate(bytes, "/target") };
  } catch (error) {
    if (error instanceof PointerError || error instanceof JsonError) return undefined;
    throw error;
  }
}

const LOOKED_AT = 1024;

const REQUEST = 'a request. A request is JSON, such as {"model": …, "messages": […]}.';

/** Refuses a transcript: an audit of it as a request would find nothing, or the wrong things. */
function refuseTranscript(path, bytes) {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw new Error(`gzip, not a request. If it is a transcript, run: rethought inspect ${quoted(path)}`);
  const { format, fault } = beginningOf(bytes);
  if (fault) throw new Error(fault);
  if (format === undefined && bytes.subarray(0, LOOKED_AT).includes(0)) throw new Error(`a binary file, not ${REQUEST}`);
  if (format === undefined || format === "body") return;
  if (agentOf(format)) throw new Error(`a transcript (${TRANSCRIPTS[format]}), not a request. To check and repair it: rethought doctor ${quoted(path)}`);
  const lines = LINES.includes(format) ? `To check its lines: rethought audit --ndjson ${quoted(path)}. ` : "";
  throw new Error(`a transcript (${TRANSCRIPTS[format] ?? format}), not a request. ${lines}To read it: rethought inspect ${quoted(path)}`);
}

/** The formats that `--ndjson` reads too. */
const LINES = ["braintrust", "langfuse", "langsmith", "otlp", "pairs"];

const TRANSCRIPTS = {
  "claude-code": "a session of Claude Code",
  codex: "a session of Codex",
  braintrust: "spans of Braintrust",
  cognipeer: "a trace of @cognipeer/agent-sdk",
  har: "HAR",
  langfuse: "observations of Langfuse",
  langsmith: "runs of LangSmith",
  letta: "a history of a Letta agent",
  otlp: "spans of OpenTelemetry",
  "ai-sdk-ui": "a chat of the AI SDK",
  cline: "a task of Cline or Roo Code",
  continue: "a session of Continue",
  "copilot-cli": "a session of Copilot CLI",
  droid: "a session of Droid",
  "gemini-cli": "a chat of Gemini CLI",
  grok: "a session of Grok",
  hermes: "a session of Hermes",
  inspect: "a log of Inspect",
  kimi: "a session of Kimi",
  "langchain-cassette": "a cassette of LangChain",
  opencode: "a session of OpenCode",
  pi: "a session of pi or OpenClaw",
  "qwen-code": "a chat of Qwen Code",
  "swe-agent": "a trajectory of SWE-agent",
  pairs: "requests with their answers",
  vcr: "a VCR cassette",
  "vcr-yaml": "a VCR cassette in YAML",
};
