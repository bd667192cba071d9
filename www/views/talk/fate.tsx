/** What became of a part of an answer in the next request, and the other way round: from where a part of a request comes. */
import "./fate.css";
import { Icon, SEVERITIES, type Tone } from "../../icons";
import { session } from "../../state";
import { filled, words } from "../../words";
import type { Fate, Link } from "./reading";
import { goTo } from "./view";

/** A path in a box of 16 by 16: an unequal sign, an arrow aside, a gap between ends, a cross. */
const SHAPES: Readonly<Record<Link["fate"], string>> = {
  equal: SEVERITIES.fine,
  changed: "M2 5h6.2L9.6 2l1.8.8L10.4 5H14v2H9.5l-.9 2H14v2H7.7l-1.4 3-1.8-.8L5.5 11H2V9h4.4l.9-2H2Z",
  moved: "M2 3h2v5h6V5l5 4-5 4v-3H2Z",
  missing: "M1 7h3v2H1Zm11 0h3v2h-3ZM7 2h2v3H7Zm0 9h2v3H7Z",
  gone: "M4.2 2.8 8 6.6l3.8-3.8 1.4 1.4L9.4 8l3.8 3.8-1.4 1.4L8 9.4l-3.8 3.8-1.4-1.4L6.6 8 2.8 4.2Z",
};

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
      <Icon path={SHAPES[link.fate]} />
      {text}
    </button>
  );
}

function wordOf({ fate, how, bytes }: Link): keyof typeof words.talk.fates {
  if (fate === "changed") return how ?? "changed";
  return fate === "equal" && bytes === false ? "rewritten" : fate;
}
