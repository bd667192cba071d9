// After a refusal of a signature or ciphertext the guard removes what is of the refused origin, and sends once more.
import { equal, ok } from "node:assert/strict";
import test from "node:test";
import { claudeSignature, geminiSignature, openaiCiphertext } from "../../handles.mjs";
import { guards } from "../drive.mjs";

const user = (content) => ({ role: "user", content });
const JSON_HEADERS = { "content-type": "application/json" };

/** Opens a guard in front of a provider that accepts its own handles. `judge` returns the text of a refusal, `answer` a body. */
function opened(address, judge, answer, options = {}) {
  const sent = [];
  const provider = async (_, init) => {
    const body = JSON.parse(String(init.body));
    sent.push(String(init.body));
    const refusal = judge(body);
    const text = refusal ? { error: { message: refusal, type: "invalid_request_error" } } : answer(body, sent.length);
    return new Response(JSON.stringify(text), { status: refusal ? 400 : 200, headers: JSON_HEADERS });
  };
  const guarded = guards.guard(provider, { mode: "repair", ...options });
  const post = async (body) => {
    const answered = await guarded(address, { method: "POST", headers: { ...JSON_HEADERS, "x-api-key": "one" }, body: JSON.stringify(body) });
    const text = await answered.text();
    await guarded.settled();
    return { status: answered.status, text, count: sent.length };
  };
  return { post, sent };
}

const OWN = claudeSignature("own");
const thinking = (signature) => ({ type: "thinking", thinking: "A thought.", signature });
const turn = (signature, text) => [{ role: "assistant", content: [thinking(signature), { type: "text", text }] }, user(`After ${text}.`)];
const claude = (messages) => ({ model: "claude-sonnet-5", max_tokens: 9000, thinking: { type: "adaptive" }, messages });

/** Anthropic: it names the first block that it did not sign. */
function judgeClaude({ messages }) {
  for (const [nth, { content }] of messages.entries()) {
    const block = Array.isArray(content) ? content.findIndex(({ type, signature }) => type === "thinking" && signature !== OWN) : -1;
    if (block >= 0) return `messages.${nth}.content.${block}: Invalid \`signature\` in \`thinking\` block`;
  }
}
const answerOfClaude = ({ model }, nth) => ({ id: `msg_${nth}`, type: "message", role: "assistant", model, content: [thinking(OWN), { type: "text", text: "Hello." }], stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } });

for (const isRecorded of [true, false])
  test(`two blocks of another account are removed together ${isRecorded ? "beside an answer on record" : "without a record"}`, async () => {
    const { post, sent } = opened("https://api.anthropic.com/v1/messages", judgeClaude, answerOfClaude);
    const messages = [user("Hello")];
    if (isRecorded) messages.push({ role: "assistant", content: JSON.parse((await post(claude(messages))).text).content }, user("Go on."));
    const before = sent.length;
    messages.push(...turn(claudeSignature("one"), "One"), ...turn(claudeSignature("two"), "Two"));
    const { status, text, count } = await post(claude(messages));
    equal(status, 200, text);
    equal(count - before, 2, "sent");
    equal(sent.at(-1).includes(OWN), isRecorded, "the block on record");
  });

const CIPHERTEXTS = [1, 2, 3].map((seed) => openaiCiphertext(`own ${seed}`));
const BAD = openaiCiphertext("bad");
const reasoning = (ciphertext) => ({ type: "reasoning", summary: [], encrypted_content: ciphertext });
const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello." }] };
const responses = { model: "gpt-5.5", store: false, include: ["reasoning.encrypted_content"], input: [user("Hello"), ...[CIPHERTEXTS[0], BAD, CIPHERTEXTS[1], CIPHERTEXTS[2]].flatMap((ciphertext) => [reasoning(ciphertext), message, user("Go on.")])] };
const REASON = "Reason: Encrypted content could not be decrypted or parsed.";
const short = (ciphertext) => `The encrypted content ${ciphertext.slice(0, 4)}...${ciphertext.slice(-4)} could not be verified.`;

for (const [name, say, kept] of [
  ["the short text", short, 3],
  ["the long text", (ciphertext) => `${short(ciphertext)} ${REASON}`, 3],
  ["the id of no item that was sent", () => `The encrypted content for item rs_1 could not be verified. ${REASON}`, 0],
  ["the organization", () => "The encrypted content for item rs_1 could not be verified. Reason: Encrypted content organization_id did not match the target organization.", 0],
])
  test(`a refusal of OpenAI with ${name} keeps ${kept} of 3 other ciphertexts`, async () => {
    const judge = ({ input }) => input.filter(({ encrypted_content: ciphertext }) => ciphertext && !CIPHERTEXTS.includes(ciphertext)).map(({ encrypted_content: ciphertext }) => say(ciphertext))[0];
    for (const host of ["api.openai.com/v1", "chatgpt.com/backend-api/codex", "llm.acme.example/v1"]) {
      const answer = ({ model }) => ({ id: "resp_1", object: "response", model, status: "completed", output: [message] });
      const { post, sent } = opened(`https://${host}/responses`, judge, answer);
      const { status, text, count } = await post(responses);
      equal(`${status} ${count}`, "200 2", `${host}: ${text}`);
      equal(CIPHERTEXTS.filter((ciphertext) => sent.at(-1).includes(ciphertext)).length, kept, host);
    }
  });

test("a refused signature of Gemini is removed, and one that a call needs is replaced only with permission", async () => {
  const [text, call] = [geminiSignature("text"), geminiSignature("call")];
  const part = (role, one) => ({ role, parts: [one] });
  const closed = [part("user", { text: "Hello" }), part("model", { text: "Hello.", thoughtSignature: text }), part("user", { text: "Look." })];
  const open = [...closed, part("model", { functionCall: { name: "look", args: {} }, thoughtSignature: call }), part("user", { functionResponse: { name: "look", response: { count: 3 } } })];
  const SKIP = "skip_thought_signature_validator";
  const judge = ({ contents }) => {
    const signatures = contents.flatMap(({ parts }) => parts.map(({ thoughtSignature }) => thoughtSignature));
    return signatures.some((signature) => signature && signature !== SKIP) ? "Corrupted thought signature." : undefined;
  };
  const answer = () => ({ candidates: [{ content: part("model", { text: "Done." }), finishReason: "STOP" }], responseId: "one" });
  const address = "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-flash-preview:generateContent";
  for (const [contents, options, status] of [[closed, {}, 200], [open, {}, 400], [open, { allow: ["placeholder"] }, 200]]) {
    const { post, sent } = opened(address, judge, answer, options);
    const answered = await post({ contents });
    equal(answered.status, status, answered.text);
    ok(answered.count <= 2, "sent");
    equal(sent.at(-1).includes(SKIP), Boolean(options.allow), "placeholder");
  }
});
