/** Sentences above the page: the reason why nothing is shown, or other information. */
import "./notices.css";
import type { Signal } from "@preact/signals";
import { CloseButton } from "../../buttons";
import { ToneIcon } from "../../icons";
import { notice } from "../../open/source";
import { trouble } from "../../state";

export function Notices() {
  return (
    <>
      <div role="alert">{trouble.value && <Notice text={trouble} tone="reject" />}</div>
      <div role="status">{notice.value && <Notice text={notice} tone="advice" />}</div>
    </>
  );
}

function Notice({ text, tone }: { text: Signal<string | undefined>; tone: "reject" | "advice" }) {
  return (
    <p class="head-message" data-tone={tone}>
      <ToneIcon tone={tone} />
      <span>{text.value}</span>
      <CloseButton onClick={() => (text.value = undefined)} />
    </p>
  );
}
