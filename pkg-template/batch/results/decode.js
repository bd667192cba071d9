// The result of `decode --ndjson`: the answer of an exchange, read.
import { InputError } from "../../errors/index.js";
import { turnOf } from "../answer.js";
import { jsonMember } from "./members.js";

export function decodeResult() {
  return (exchange, target) => {
    const { response = exchange.body, stream, time, session } = exchange;
    if (!response && !stream) throw new InputError("the line has no response", { code: "E_INPUT", pointer: "/response" });
    const turn = turnOf({ response, stream }, target);
    return `${jsonMember("time", time)}${jsonMember("session", session)},"turn":${turnText(turn)}`;
  };
}

/** Returns a turn as JSON. If it was read from bytes, its texts are ranges of bytes in UTF-8. */
export const turnText = (turn, indent) => JSON.stringify(turn, (_, value) => (value instanceof Uint8Array ? decoder.decode(value) : value), indent);

const decoder = new TextDecoder();
