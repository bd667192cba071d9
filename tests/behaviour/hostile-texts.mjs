// Texts that do harm if they are printed unchanged, and the check that all output is printable text.
import assert from "node:assert/strict";

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, nth) => String.fromCharCode(from + nth)).join("");

export const HOSTILE = {
  "C0 controls and DEL": `${range(1, 31)}\u007f`,
  "C1 controls": range(0x80, 0x9f),
  "escape sequences": "\u001b[31mred\u001b[0m\u001b]0;title\u0007\u001b]8;;http://evil.example\u001b\\link\u001b]52;c;YQ==\u0007\u001b[2J\u001b[1;1H\u009b31m\u009d0;x\u009c",
  "bidi and zero width": "user\u202etxt.exe\u202c\u2066\u2067\u2069\u061c\u200e\u200f\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u{e0041}\u{e007f}\u3164\u115f\u034f",
  "separators and half pairs": "a\u2028b\u2029c\u0085d\ud800e\udfff\ufffe\uffff\ue000",
  "commands to CI": "x\n::error file=a,line=1::owned\n  ::warning::owned\n##[error]owned ##[group]x ##vso[task.setvariable variable=a]b\n##teamcity[message text='x']\r\n::stop-commands::x\u2028::error::y\r::notice::z",
};

/**
 * Fails if a text has anything but printable characters and line feeds, or a line that a CI reads as a command; `own` recognizes our own annotations.
 */
export function assertPrintable(text, what, own = () => false) {
  const hidden = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u.exec(text);
  assert.equal(hidden && `${JSON.stringify(hidden[0])} in ${JSON.stringify(text.slice(Math.max(0, hidden.index - 40), hidden.index + 40))}`, null, what);
  for (const line of text.split("\n")) {
    assert.doesNotMatch(line, /##\w*\[/, what);
    if (!own(line)) assert.doesNotMatch(line, /^\s*::/, what);
  }
}
