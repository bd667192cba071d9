/** The answer of an exchange: its parts with their fates, or the error of the provider. */
import "./answer.css";
import type { Turn } from "rethought/slim";
import { ToneIcon } from "../../icons";
import type { Exchange } from "../../session/exchange";
import { outcomeOf, ruleOfRefusal } from "../../session/outcome";
import { chosenIndex } from "../../state";
import { RuleName } from "../audit/card";
import { ErrorText, UnnamedPlace } from "../error-text";
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

export function RefusedAnswer({ exchange }: { exchange: Exchange }) {
  const { nth, refusal } = exchange;
  if (!refusal) return null;
  const rule = ruleOfRefusal(exchange);
  const { about, text } = refusal;
  return (
    <div class="message answer">
      <span class="message-role">answer</span>
      <div class="refusal">
        <p class="refusal-head">
          <ToneIcon tone="reject" />
          {outcomeOf(exchange) === "failed" ? "The provider failed" : "The provider refused the request"}
        </p>
        {about?.pointer && text.length <= MAX_LINKED ? (
          <p class="refusal-text">
            <ErrorText nth={nth} text={text} pointer={about.pointer} />
          </p>
        ) : (
          <ClampedText text={text} />
        )}
        <UnnamedPlace nth={nth} text={text} pointer={about?.pointer} />
        <p class="soft refusal-rule">
          {rule ? (
            <>
              Rule: <RuleName rule={rule} />
            </>
          ) : (
            about?.meaning ?? "No rule is known for this error."
          )}
        </p>
      </div>
    </div>
  );
}

/** A longer error is folded instead, without a link. */
const MAX_LINKED = 1000;
