// Lines in fewer bytes: raw deflate, where the runtime has zlib. A line is mostly digests and the text of an answer, and takes about half of its letters.
//
// The first byte says how a line is written.
import { damagedLine } from "./damaged-line.js";

const [PLAIN, DEFLATED] = [0, 1];
const LEVEL = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function zlib() {
  try {
    return globalThis.process?.getBuiltinModule?.("node:zlib");
  } catch {
    // Some runtimes throw for a module that they do not have.
    return undefined;
  }
}

/** The words that every line has, the most frequent ones last. Lines in databases were written with them: to change one, add another kind. */
export const WORDS = encoder.encode(
  '"complete":false,"continues":"","hops":[["store":true,"thread":"resp_","after":null,"origin":"","digits":"","runs":1,"surface":"bedrock","surface":"vertex","wire":"bedrock-converse","wire":"openrouter-chat","wire":"gemini-generate","vendor":"google","model":"gemini-3-pro","thoughtSignature\\":\\"{\\"functionCall\\":{\\"name\\":\\""wire":"openai-chat","response":"chatcmpl-","vendor":"deepseek","reasoning_content"' +
    '"wire":"openai-responses","vendor":"openai","surface":"api","model":"gpt-5","response":"resp_","kind":"thought","thinking":"encrypted","at":"item","of":"fc_","item":"rs_","sort":"reasoning","handle":"","raw":"{\\"id\\":\\"rs_\\",\\"type\\":\\"reasoning\\",\\"summary\\":[{\\"type\\":\\"summary_text\\",\\"text\\":\\"\\"encrypted_content\\":\\"gAAAAAB\\"id\\":\\"fc_\\",\\"type\\":\\"function_call\\",\\"status\\":\\"completed\\",\\"call_id\\":\\"call_\\",\\"arguments\\":\\"{\\\\\\"' +
    '{"rethought":"ledger","version":4}\n{"wire":"anthropic-messages","vendor":"anthropic","surface":"api","account":"","model":"claude-opus-4-","response":"msg_01","time":17,"digest":"","entries":,"said":"","system":"","tools":"","caller":"","credential":"","conversation":"","input":"","thinking":["enabled","","context":"","spoken":"","parent":{"handle":"","id":"toolu_01","spoken":"","input":"","thought":""},"base":"","depth":,"blocks":[["",1,0],["",,1]],' +
    '"parts":[{"kind":"thought","thinking":"text","at":"block","sort":"thinking","text":"","handle":"","sketches":["","raw":"{\\"type\\":\\"thinking\\",\\"thinking\\":\\"","signature\\":\\"E\\"}"},{"kind":"text","text":"","raw":"{\\"type\\":\\"text\\",\\"text\\":\\"\\"}"},{"kind":"call","call":"toolu_01","calls":"","raw":"{\\"type\\":\\"tool_use\\",\\"id\\":\\"toolu_01\\",\\"name\\":\\"\\",\\"input\\":{\\"\\":\\"\\"}}"}],"sum":"',
);

/** Returns the bytes of a text. */
export function packed(text) {
  const plain = encoder.encode(text);
  const deflated = zlib()?.deflateRawSync(plain, { level: LEVEL, dictionary: WORDS });
  const [kind, bytes] = deflated && deflated.length < plain.length ? [DEFLATED, deflated] : [PLAIN, plain];
  const all = new Uint8Array(bytes.length + 1);
  all[0] = kind;
  all.set(bytes, 1);
  return all;
}

/** Returns the text of bytes, or the value in place of a line that cannot be unpacked. */
export function unpacked(bytes) {
  const rest = bytes.subarray(1);
  if (bytes[0] === PLAIN) return decoder.decode(rest);
  if (bytes[0] !== DEFLATED) return damagedLine("it is damaged, or packed by a later version of rethought");
  if (!zlib()) return damagedLine("this runtime has no node:zlib, by which it is packed");
  try {
    return decoder.decode(zlib().inflateRawSync(rest, { dictionary: WORDS }));
  } catch {
    return damagedLine("it is damaged");
  }
}

/** Returns bytes as letters of ASCII, seven bits each: clients of databases write any other letter as two bytes. */
export function lettersOf(bytes) {
  const codes = new Uint8Array(Math.ceil((bytes.length * 8) / 7));
  let [bits, held, at] = [0, 0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0x7fff;
    for (bits += 8; bits >= 7; bits -= 7) codes[at++] = (held >> (bits - 7)) & 0x7f;
  }
  if (bits) codes[at] = (held << (7 - bits)) & 0x7f;
  return decoder.decode(codes);
}

/** Returns the bytes of such letters. */
export function bytesOfLetters(letters) {
  const bytes = new Uint8Array(Math.floor((letters.length * 7) / 8));
  let [bits, held, at] = [0, 0, 0];
  for (let nth = 0; nth < letters.length; nth++) {
    held = ((held << 7) | letters.charCodeAt(nth)) & 0x7fff;
    bits += 7;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}
