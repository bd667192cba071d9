/** The form of one target. Every input takes effect at once. */
import "./form.css";
import { useSignal } from "@preact/signals";
import { exchange, exchanges } from "../../state";
import { suggestHosts, suggestModels } from "./suggestions";
import { type TargetFields, toTarget } from "./target";
import { recorded, setTarget, type Side } from "./trial";

/** How many of the latest exchanges are asked for models to suggest. */
const RECENT_EXCHANGES = 200;

const TEXT_FIELDS = {
  host: { label: "Host", hint: "host or address" },
  model: { label: "Model", hint: "as the request says" },
  account: { label: "Account", hint: "a hint, never a key" },
  betas: { label: "Betas", hint: "names, with commas" },
} as const;

const ENFORCEMENT = { unknown: "not known", yes: "yes", no: "no" } as const;

export function TargetForm({ side, fields }: { side: Side; fields: TargetFields }) {
  const wire = recorded.value?.wire;
  if (!wire) return null;
  const change = (changed: Partial<TargetFields>) => {
    const original = recorded.value;
    const chosen = exchange.value;
    if (original && chosen) setTarget(side, toTarget({ ...fields, ...changed }, original.fields, chosen.target, original.wire));
  };
  const usedModels = exchanges.value.slice(-RECENT_EXCHANGES).flatMap(({ model }) => model ?? []);
  const textField = (name: keyof typeof TEXT_FIELDS, suggestions: readonly string[] = []) => (
    <TextField id={`${name}-${side}`} {...TEXT_FIELDS[name]} value={fields[name]} suggestions={suggestions} onInput={(value) => change({ [name]: value })} />
  );
  return (
    <div class="target-form">
      {textField("host", suggestHosts(wire))}
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

interface TextFieldProps {
  id: string;
  label: string;
  hint: string;
  value: string;
  suggestions: readonly string[];
  onInput: (value: string) => void;
}

/** A field of text. While it has the focus it shows the text as typed; the target may hold it in another form. */
function TextField({ id, label, hint, value, suggestions, onInput }: TextFieldProps) {
  const typed = useSignal<string | undefined>(undefined);
  const take = (text: string) => {
    typed.value = text;
    onInput(text.trim());
  };
  return (
    <>
      <label for={id}>{label}</label>
      <input
        id={id}
        class="mono"
        list={suggestions.length ? `${id}-list` : undefined}
        placeholder={hint}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={typed.value ?? value}
        onInput={(event) => take(event.currentTarget.value)}
        onBlur={() => (typed.value = undefined)}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
