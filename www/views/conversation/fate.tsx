/** Chips for a part: its fate in a later request, the answer it comes from, and the provider's report about it. */
import "./fate.css";
import type { InputTransformation } from "rethought/slim";
import { formatNumber } from "../../format";
import type { Tone } from "../../icons";
import type { FollowedPart } from "../../session/session";
import { session } from "../../state";
import type { PartFate } from "./details";
import { goToBytes } from "./navigation";

type FateKey = "equal" | "rewritten" | "text" | "handle" | "bare" | "stub" | "id" | "changed" | "moved" | "missing" | "gone";

/** For each fate: the text at the answer, with the number of the later exchange; and the text at the request, with that of the earlier one. */
const TEXTS: Readonly<Record<FateKey, readonly [inLater: (exchange: string) => string, fromEarlier: (exchange: string) => string]>> = {
  equal: [(nth) => `same bytes in exchange ${nth}`, (nth) => `from exchange ${nth}, same bytes`],
  rewritten: [(nth) => `same value, other bytes in exchange ${nth}`, (nth) => `from exchange ${nth}, other bytes`],
  text: [(nth) => `text changed in exchange ${nth}`, (nth) => `from exchange ${nth}, changed in its text`],
  handle: [(nth) => `signature changed in exchange ${nth}`, (nth) => `from exchange ${nth}, changed in its signature`],
  bare: [(nth) => `signature lost in exchange ${nth}`, (nth) => `from exchange ${nth}, without its signature`],
  stub: [(nth) => `early signature in exchange ${nth}`, (nth) => `from exchange ${nth}, with an early signature`],
  id: [(nth) => `another id in exchange ${nth}`, (nth) => `from exchange ${nth}, under another id`],
  changed: [(nth) => `changed in exchange ${nth}`, (nth) => `from exchange ${nth}, changed`],
  moved: [(nth) => `signature moved in exchange ${nth}`, (nth) => `from exchange ${nth}, its signature moved here`],
  missing: [(nth) => `missing in exchange ${nth}`, (nth) => `a thought of exchange ${nth}`],
  gone: [(nth) => `removed with its turn in exchange ${nth}`, (nth) => `a thought of exchange ${nth}, with its turn`],
};

/** A link to the part in a later request. */
export function FateChip({ fate }: { fate: PartFate }) {
  const [inLater] = TEXTS[fateKey(fate)];
  return <PartChip part={fate} text={inLater(formatNumber(fate.next + 1))} onClick={() => goToBytes(fate.next, "request", fate)} />;
}

/** A link to the answer that a part of a request comes from. */
export function OriginChip({ part }: { part: FollowedPart }) {
  const [, fromEarlier] = TEXTS[fateKey(part)];
  const showOrigin = () => goToBytes(part.exchange, "answer", session.value?.turn(part.exchange)?.parts[part.part]);
  return <PartChip part={part} text={fromEarlier(formatNumber(part.exchange + 1))} onClick={showOrigin} />;
}

/** The provider's report about a thought of the request. */
const REPORTS: Readonly<Record<string, string>> = { thinking_dropped: "dropped by the provider", thinking_mismatch_allowed: "allowed by the provider" };
/** The reasons that the provider gives, in words. */
const REASONS: Readonly<Record<string, string>> = {
  model_binding_mismatch: "this model cannot read it",
  prefix_binding_mismatch: "the messages before it have changed",
  organization_binding_mismatch: "it belongs to another account",
  end_user_binding_mismatch: "it belongs to another user",
};

/** Shows the provider's report about a thought of the request. */
export function ReportChip({ transformation: { type, reason } }: { transformation: InputTransformation }) {
  return (
    <span class="fate" data-fate="reported" data-tone={type === "thinking_mismatch_allowed" ? "none" : "degrade"}>
      {REPORTS[type] ?? type}: {REASONS[reason] ?? reason}
    </span>
  );
}

/** Only lost reasoning is a loss. A lost text can still be read elsewhere. */
export function toneOfFate({ fate, thinks }: FollowedPart): Tone {
  return fate === "equal" ? "fine" : thinks ? "degrade" : "none";
}

function PartChip({ part, text, onClick }: { part: FollowedPart; text: string; onClick: () => void }) {
  return (
    <button class="fate" data-fate={part.fate} data-tone={toneOfFate(part)} onClick={onClick}>
      {text}
    </button>
  );
}

function fateKey({ fate, how, bytes }: FollowedPart): FateKey {
  if (fate === "changed") return how ?? "changed";
  return fate === "equal" && bytes === false ? "rewritten" : fate;
}
