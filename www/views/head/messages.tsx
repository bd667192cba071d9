/** What has to be said: why nothing is shown, or what is good to know of what is. */
import type { Signal } from "@preact/signals";
import { Close } from "../../buttons";
import { Shape } from "../../icons";
import { notice } from "../../open/source";
import { trouble } from "../../state";

export function Messages() {
  return (
    <>
      <div role="alert">{trouble.value && <Message said={trouble} tone="reject" />}</div>
      <div role="status">{notice.value && <Message said={notice} tone="advice" />}</div>
    </>
  );
}

function Message({ said, tone }: { said: Signal<string | undefined>; tone: "reject" | "advice" }) {
  return (
    <p class="head-message" data-tone={tone}>
      <Shape tone={tone} />
      <span>{said.value}</span>
      <Close act={() => (said.value = undefined)} />
    </p>
  );
}
