/** What the page does, in four lines of the first example: what came, what was sent back, what was answered to that, and what rethought says. */
import { Icon, SEVERITIES } from "../../icons";
import { words } from "../../words";

export function Specimen() {
  const { came, sent, answered, says } = words.opener.specimen;
  return (
    <dl class="specimen">
      <dt>{came}</dt>
      <dd class="mono">
        EswBCkYICRgC<mark>KgCjeyJpZCI6IkVIcFZ4WXBSIiwicmVzcG9uc2UiOiJUcjBHZmcz</mark>
      </dd>
      <dt>{sent}</dt>
      <dd class="mono">
        EswBCkYICRgC<mark data-tone="reject">…</mark>RS0CGAE=
      </dd>
      <dt>{answered}</dt>
      <dd class="mono">
        <b>400</b> Invalid `signature` in `thinking` block
      </dd>
      <dt>{says}</dt>
      <dd>
        <Icon path={SEVERITIES.reject} /> A handle is not the one that was issued: it differs at byte 12. Safe fix: the recorded one comes back.
      </dd>
    </dl>
  );
}
