// The calls for every shape, each `[name, call]`. Every call gets the text of the body and the shape.
const TARGETS = ["anthropic-messages", "bedrock-converse", "cohere-chat", "gemini-generate", "gemini-interactions", "mistral-chat", "ollama-chat", "openai-chat", "openai-responses", "openrouter-chat"];
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** The calls on requests. */
export function requestCalls({ audit, canRewrite, convert, detect, Ledger, logView, readRequest, redact, repair }) {
  const withLedger = (emitted, work) => {
    const ledger = new Ledger();
    try {
      for (const { request, response, stream, target } of emitted) if (response ?? stream) ledger.record({ request, ...(response ? { response } : { stream }), target });
      return work(ledger);
    } finally {
      ledger[dispose]();
    }
  };
  const converted = TARGETS.map((to) => [`convert to ${to}`, (body, { seed }) => convert(body, { from: seed.target, to })]);
  return [
    ["audit", (body, { seed }) => audit(body, seed.target)],
    ["repair", (body, { seed }) => repair(body, seed.target, { allow: ["unsafe", "placeholder"] })],
    ["canRewrite", (body, { seed }) => canRewrite(body, [1, 3], seed.target)],
    ["readRequest", (body, { seed }) => JSON.stringify(readRequest(body, seed.target))],
    ["detect", (body) => detect(body)],
    ["redact", (body) => redact(body)],
    ["Ledger.audit", (body, { seed }) => withLedger(seed.emitted, (ledger) => ledger.audit(body, seed.target))],
    ["Ledger.repair", (body, { seed }) => withLedger(seed.emitted, (ledger) => ledger.repair(body, seed.target, { allow: ["unsafe", "placeholder"] }))],
    ["Ledger.follow", (body, { seed }) => withLedger(seed.emitted, (ledger) => ledger.follow(body, seed.target))],
    ...converted,
  ];
}

/** The calls on answers. */
export function answerCalls({ convertResponse, decode, Ledger, planReplay, replay }) {
  const converted = TARGETS.map((to) => [`convertResponse to ${to}`, (body, { seed }) => convertResponse(body, { from: seed.target, to })]);
  const requestOf = ({ request }) => JSON.stringify(request ?? { messages: [] });
  const record = (body, { seed }) => {
    const ledger = new Ledger();
    ledger.record({ request: requestOf(seed), response: body, target: seed.target });
    ledger[dispose]();
  };
  return [
    ["decode", (body, { seed }) => JSON.stringify(decode(body, seed.target))],
    ["replay", (body, { seed }) => replay(requestOf(seed), body, seed.target)],
    ["planReplay", (body, { seed }) => planReplay(requestOf(seed), body, seed.target)],
    ["Ledger.record", record],
    ...converted,
  ];
}

/** The calls on streams, in pieces as from a connection. */
export function streamCalls({ StreamConverter, StreamDecoder }) {
  // As bytes: requests to Converse are frames, and not text.
  const pushed = (text, reader) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += PIECE) reader.push(bytes.subarray(at, at + PIECE));
    return reader.finish();
  };
  const converted = TARGETS.map((to) => [`StreamConverter to ${to}`, (text, { seed }) => pushed(text, new StreamConverter({ from: seed.target, to }))]);
  return [["StreamDecoder", (text, { seed }) => pushed(text, new StreamDecoder(seed.target))], ...converted];
}

/** The number of characters of a piece. */
const PIECE = 4096;

/** The calls on transcripts and errors. */
export function textCalls({ classify, redact, TranscriptReader }) {
  const read = (text) => {
    const reader = new TranscriptReader();
    for (let at = 0; at < text.length; at += PIECE) reader.push(text.slice(at, at + PIECE));
    return reader.finish();
  };
  return { transcripts: [["TranscriptReader", read]], errors: [["classify", (text) => classify(text)], ["redact", (text) => redact(text)]] };
}

/** The filters of the command line, over lines. */
export function filterCalls({ Judge }) {
  const judge = (command, more = {}) => {
    const settings = { command, target: {}, options: command === "fix" ? { allow: ["unsafe", "placeholder"] } : {}, severities: ["reject", "degrade", "advice"], texts: true, maxLine: 1 << 26, ...more };
    return [`${command} --ndjson`, (text) => new Judge(settings).judge({ bytes: Buffer.from(text), line: 1, byte: 0 })];
  };
  return [judge("audit"), judge("audit", { sessions: true }), judge("fix"), judge("decode"), judge("convert", { to: { wire: "openai-responses" } })];
}
