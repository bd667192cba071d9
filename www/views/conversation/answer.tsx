/** The answer of an exchange: its parts with what became of them, or the error of the provider. */
import "./answer.css";
import type { Turn } from "rethought/slim";
import { ToneIcon } from "../../icons";
import type { Refusal } from "../../session/exchange";
import { chosenIndex } from "../../state";
import { placeAmong } from "./attachment";
import { ClampedText } from "./clamped-text";
import type { ExchangeDetails, PartFate } from "./details";
import { FateChip, toneOfFate } from "./fate";
import { PartView } from "./part";

export function Answer({ nth, turn, fates }: { nth: number; turn: Turn; fates: ExchangeDetails["fates"] }) {
  return (
    <div class="message answer">
      <span class="message-role">answer</span>
      <div class="message-parts">
        {turn.parts.map((part, index) => {
          const partFates = fates.get(index) ?? [];
          // An empty text has nothing to connect.
          const connectors = part.text === "" ? [] : connectorsTo(chosenIndex.value, partFates);
          return (
            <PartView key={index} part={part} siblings={turn.parts} nameOf={(other) => `${nth} answer ${placeAmong(other, turn.parts)}`} connectors={connectors}>
              {partFates.map((fate) => (
                <FateChip key={fate.next} fate={fate} />
              ))}
            </PartView>
          );
        })}
      </div>
    </div>
  );
}

/** Connectors to the places of a part in a request: the name of the place and a tone. */
const connectorsTo = (request: number, fates: readonly PartFate[]): string[] =>
  fates.filter(({ next, pointer }) => next === request && pointer !== undefined).map((fate) => `${fate.next} ${fate.pointer} ${toneOfFate(fate)}`);

export function RefusedAnswer({ refusal: { text, about } }: { refusal: Refusal }) {
  return (
    <div class="message answer">
      <span class="message-role">answer</span>
      <div class="refusal">
        <p class="refusal-head">
          <ToneIcon tone="reject" />
          The provider refused
        </p>
        <ClampedText text={text} />
        <p class="soft refusal-rule">
          {about?.rule ? (
            <>
              That is the rule <code>{about.rule}</code>.
            </>
          ) : (
            about?.meaning ?? "It is about no rule of reasoning."
          )}
        </p>
      </div>
    </div>
  );
}
