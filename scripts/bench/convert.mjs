// Conversions, as ratios to the baseline: a request of 1 MB to other wires as text, bytes and object; streams of four vendors as another's.
import { STREAMS } from "./streams.mjs";

const CLAUDE = { wire: "anthropic-messages", host: "api.anthropic.com", model: "claude-opus-4-8" };
const TARGETS = {
  "Responses": { wire: "openai-responses", host: "api.openai.com", model: "gpt-5.4" },
  "chat": { wire: "openai-chat", host: "api.openai.com", model: "gpt-5.4" },
  "Gemini": { wire: "gemini-generate", host: "generativelanguage.googleapis.com", model: "gemini-3-pro-preview" },
  "Converse": { wire: "bedrock-converse", host: "bedrock-runtime.us-east-1.amazonaws.com", model: "anthropic.claude-opus-4-8" },
};
const PAIRS = [
  ["anthropic-messages", "openai-responses"],
  ["openai-responses", "anthropic-messages"],
  ["openai-chat", "anthropic-messages"],
  ["gemini-generate", "anthropic-messages"],
];
const CHUNKS = [1024, 4096, 16384];

/** The tools are those of bench.mjs: `least` and `time` measure, `conversation` writes a request, `parsed` is the baseline of a stream. */
export function convert(rethought, tools) {
  requests(rethought, tools);
  streams(rethought, tools);
}

function requests({ convert, Ledger }, { least, conversation }) {
  console.log("Anthropic to          thoughts   baseline     bytes    string    object   bytes with a ledger   (bar to Responses 0.8×)");
  for (const [what, text] of [["a session", conversation(1e6)], ["short thoughts", thoughtful(1e6)]]) {
    const [bytes, object] = [new TextEncoder().encode(text), JSON.parse(text)];
    for (const [name, to] of Object.entries(TARGETS)) {
      const options = { from: CLAUDE, to };
      const jobs = [
        () => JSON.stringify(JSON.parse(text)),
        () => convert(bytes, options),
        () => convert(text, options),
        () => convert(object, options),
      ];
      const [baseline, ...rest] = least(jobs, 15);
      const [kept] = least([() => convert(bytes, { ...options, ledger: new Ledger() })], 3);
      const ratios = [...rest, kept].map((time) => `${(time / baseline).toFixed(2)}×`.padStart(9));
      const thoughts = String(convert(bytes, options).plan.length);
      console.log(`${name.padEnd(10)} ${what.padEnd(14)} ${thoughts.padStart(5)}  ${baseline.toFixed(2).padStart(6)} ms ${ratios.join(" ")}`);
    }
  }
}

/** Returns a request of thousands of short thoughts, each before a call. It shows a step that visits all thoughts for each one. */
function thoughtful(size) {
  const messages = [{ role: "user", content: "Go on." }];
  for (let [nth, length] = [0, 0]; length < size; nth++) {
    const [id, signature] = [`toolu_${nth}`, btoa(`sig ${nth} ${"x".repeat(60)}`)];
    const added = [
      { role: "assistant", content: [{ type: "thinking", thinking: `Line ${nth} is next.`, signature }, { type: "tool_use", id, name: "look", input: { line: nth } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: `line ${nth}` }] },
    ];
    messages.push(...added);
    length += JSON.stringify(added).length;
  }
  const tools = [{ name: "look", input_schema: { type: "object", properties: { line: { type: "integer" } } } }];
  return JSON.stringify({ model: CLAUDE.model, max_tokens: 8192, thinking: { type: "adaptive" }, tools, messages });
}

/** Measures events per second relative to splitting at line breaks and parsing each: the median of ratios of adjacent runs. */
function streams({ StreamConverter }, { time, parsed }) {
  console.log(`\nstream converted, events a second over the baseline     an event ${CHUNKS.map((size) => `${size} B`.padStart(8)).join(" ")}   pushed at once (bar 1×)`);
  for (const [from, to] of PAIRS) {
    const text = STREAMS[from]();
    const bytes = new TextEncoder().encode(text);
    const cut = (size) => Array.from({ length: Math.ceil(bytes.length / size) }, (_, nth) => bytes.subarray(nth * size, (nth + 1) * size));
    const events = text.split(/(?<=\n\n)/).map((event) => new TextEncoder().encode(event));
    const ratios = [events, ...CHUNKS.map(cut)].map((pieces) => {
      const ours = () => {
        const converter = new StreamConverter({ from, to });
        for (const piece of pieces) converter.push(piece);
        converter.finish();
      };
      const rounds = Array.from({ length: 41 }, () => time(() => parsed(pieces)) / time(ours));
      return `${rounds.sort((one, other) => one - other)[20].toFixed(2)}×`.padStart(8);
    });
    console.log(`${from.padEnd(18)} → ${to.padEnd(18)} ${String(events.length).padStart(6)} events ${ratios.join(" ")}`);
  }
  console.log();
}
