/** __title__: a pane that shows the number and the size of the chosen request. */
import "./__kebab__.css";
import { formatSize } from "../../format";
import { exchange, request } from "../../state";

export function __pascal__() {
  const chosen = exchange.value;
  if (!chosen) return null;
  return (
    <dl class="__kebab__">
      <dt>Exchange</dt>
      <dd>{chosen.nth + 1}</dd>
      <dt>Request</dt>
      <dd>{request.value ? formatSize(request.value.length) : "not recorded"}</dd>
    </dl>
  );
}
