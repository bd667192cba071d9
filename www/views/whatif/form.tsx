/** The form of one target. Every input takes effect at once. */
import "./form.css";
import { WIRE_NAMES } from "../../session/wires";
import { exchange, exchanges, request } from "../../state";
import { changeFields } from "./change";
import { suggestHosts, suggestModels } from "./suggestions";
import { type TargetFields, toTarget } from "./target";
import { TextField } from "./text-field";
import { recorded, setTarget, type Side } from "./trial";

/** The number of latest exchanges that are searched for models to suggest. */
const RECENT_EXCHANGES = 200;

const TEXT_FIELDS = {
  host: { label: "Host", hint: "host or address" },
  model: { label: "Model", hint: "as the request says" },
  account: { label: "Account", hint: "a hint, never a key" },
  betas: { label: "Betas", hint: "names, with commas" },
} as const;

const ENFORCEMENT = { unknown: "unknown", yes: "yes", no: "no" } as const;

export function TargetForm({ side, fields }: { side: Side; fields: TargetFields }) {
  const { wire } = fields;
  const change = (changed: Partial<TargetFields>) => {
    const original = recorded.value?.fields;
    const chosen = exchange.value;
    const body = request.value;
    if (original && chosen && body) setTarget(side, toTarget(changeFields(fields, changed, original, body), original, chosen.target));
  };
  const usedModels = exchanges.value.slice(-RECENT_EXCHANGES).flatMap(({ model }) => model ?? []);
  const textField = (name: keyof typeof TEXT_FIELDS, suggestions: readonly string[] = []) => (
    <TextField id={`${name}-${side}`} {...TEXT_FIELDS[name]} value={fields[name]} suggestions={suggestions} onInput={(value) => change({ [name]: value })} />
  );
  return (
    <div class="target-form">
      {textField("host", suggestHosts(wire))}
      <label for={`wire-${side}`}>Wire</label>
      <select id={`wire-${side}`} value={wire} onChange={(event) => change({ wire: event.currentTarget.value as TargetFields["wire"] })}>
        {WIRE_NAMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {textField("model", [...new Set([...usedModels, ...suggestModels(wire)])])}
      {textField("account")}
      <label for={`enforced-${side}`}>Enforced</label>
      <select id={`enforced-${side}`} value={fields.enforced} onChange={(event) => change({ enforced: event.currentTarget.value as TargetFields["enforced"] })}>
        {Object.entries(ENFORCEMENT).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <label for={`era-${side}`}>Era</label>
      <input id={`era-${side}`} type="date" value={fields.era} onInput={(event) => change({ era: event.currentTarget.value })} />
      {textField("betas")}
    </div>
  );
}
