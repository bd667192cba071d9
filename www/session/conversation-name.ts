/** The name of a conversation: the first words of its user. */
import type { History } from "rethought/slim";
import type { Session } from "./session";

const MAX_LENGTH = 70;

/** Returns the name of the conversation that begins with an exchange; `undefined` if its user has no readable text. */
export function nameConversation(session: Session, first: number): string | undefined {
  try {
    const history = session.history(first);
    return history && firstWords(history);
  } catch {
    return undefined;
  }
}

/** Clients put instructions in tags before the words of the user. Texts that begin with a tag are skipped, if there are others. */
function firstWords({ entries }: History): string | undefined {
  const texts = entries.filter(({ role }) => role === "user").flatMap(({ parts }) => parts.flatMap(({ kind, text }) => (kind === "text" && text?.trim() ? [text.trim()] : [])));
  const words = (texts.find((text) => !text.startsWith("<")) ?? texts[0])?.replace(/\s+/g, " ");
  return words && words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH - 1)}…` : words;
}
