/** What has to be said: why nothing is shown, or what is good to know of what is. */
import type { Signal } from "@preact/signals";
import { Icon, SEVERITIES } from "../../icons";
import { notice } from "../../open/source";
import { trouble } from "../../state";
import { words } from "../../words";
import { GLYPHS } from "./glyphs";

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
      <Icon path={SEVERITIES[tone]} />
      <span>{said.value}</span>
      <button class="plain" aria-label={words.head.close} title={words.head.close} onClick={() => (said.value = undefined)}>
        <Icon path={GLYPHS.close} />
      </button>
    </p>
  );
}
