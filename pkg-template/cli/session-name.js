// The name of a session: the first words of its user, without secrets.
import { readRequest, redact } from "../start/node.js";

const MAX_LENGTH = 70;

/** The name of the session that a request belongs to; nothing if its user says nothing that can be read. */
export function sessionName(request, wire) {
  try {
    const words = firstWords(readRequest(request, { wire }));
    return words === undefined ? undefined : shortened(redact({ words }).text.words);
  } catch {
    return undefined;
  }
}

/** Clients put instructions in tags before the words of the user. Texts that begin with a tag are skipped, if there are others. */
function firstWords({ entries }) {
  const parts = entries.filter(({ role }) => role === "user").flatMap((entry) => entry.parts);
  const texts = parts.filter(({ kind, text }) => kind === "text" && text?.trim()).map(({ text }) => text.trim());
  return texts.find((text) => !text.startsWith("<")) ?? texts[0];
}

function shortened(words) {
  const line = words.replace(/\s+/g, " ");
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}
