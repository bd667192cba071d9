/** What became of a part of an answer in the next request, and the other way round: from where a part of a request comes. */
import "./fate.css";
import type { Tone } from "../../icons";
import { session } from "../../state";
import { filled, words } from "../../words";
import type { Fate, Link } from "./reading";
import { goTo } from "./view";

/** Where the part is in a later request. */
export function FateChip({ fate }: { fate: Fate }) {
  const text = filled(words.talk.fates[wordOf(fate)][0], fate.next + 1);
  return <Chip link={fate} text={text} go={() => goTo(fate.next, "request", fate)} />;
}

/** From where a part of a request comes. */
export function OriginChip({ link }: { link: Link }) {
  const text = filled(words.talk.fates[wordOf(link)][1], link.exchange + 1);
  return <Chip link={link} text={text} go={() => goTo(link.exchange, "answer", session.value?.turn(link.exchange)?.parts[link.part])} />;
}

/** What is lost of a text can be read elsewhere; of reasoning it cannot. */
export function toneOfFate({ fate, thinks }: Link): Tone {
  return fate === "equal" ? "fine" : thinks ? "degrade" : "none";
}

function Chip({ link, text, go }: { link: Link; text: string; go: () => void }) {
  return (
    <button class="fate" data-fate={link.fate} data-tone={toneOfFate(link)} onClick={go}>
      {text}
    </button>
  );
}

function wordOf({ fate, how, bytes }: Link): keyof typeof words.talk.fates {
  if (fate === "changed") return how ?? "changed";
  return fate === "equal" && bytes === false ? "rewritten" : fate;
}
