/** The form of one target. What is typed counts at once. */
import "./form.css";
import { useSignal } from "@preact/signals";
import { exchange, exchanges, targets } from "../../state";
import { words } from "../../words";
import { hostsFor, modelsFor } from "./known";
import { type Fields, targetOf } from "./target";
import { recorded, type Side } from "./trial";

export function Form({ side, fields }: { side: Side; fields: Fields }) {
  const wire = recorded.value?.wire;
  if (!wire) return null;
  const change = (changed: Partial<Fields>) => {
    const [known, each] = [recorded.value, exchange.value];
    if (!known || !each) return;
    const target = targetOf({ ...fields, ...changed }, known.fields, each.target, known.wire);
    targets.value = side ? [targets.value[0], target] : [target, targets.value[1]];
  };
  const used = exchanges.value.slice(-MANY).flatMap(({ model }) => model ?? []);
  const text = (name: "host" | "model" | "account" | "betas", offered: readonly string[] = []) => (
    <Typed key={name} id={`${name}-${side}`} label={words.whatif.fields[name]} hint={words.whatif.hints[name]} value={fields[name]} offered={offered} type={(value) => change({ [name]: value })} />
  );
  return (
    <div class="aim">
      {text("host", hostsFor(wire))}
      {text("model", [...new Set([...used, ...modelsFor(wire)])])}
      {text("account")}
      <label for={`enforced-${side}`}>{words.whatif.enforced}</label>
      <select id={`enforced-${side}`} value={fields.enforced} onChange={(event) => change({ enforced: event.currentTarget.value as Fields["enforced"] })}>
        {(["unknown", "yes", "no"] as const).map((each) => (
          <option key={each} value={each}>
            {words.whatif.enforcement[each]}
          </option>
        ))}
      </select>
      <label for={`era-${side}`}>{words.whatif.era}</label>
      <input id={`era-${side}`} type="date" value={fields.era} onInput={(event) => change({ era: event.currentTarget.value })} />
      {text("betas")}
    </div>
  );
}

/** Models of so many of the latest exchanges are offered. */
const MANY = 200;

interface TypedAs {
  id: string;
  label: string;
  hint: string;
  value: string;
  offered: readonly string[];
  type: (value: string) => void;
}

/** As long as it has the focus it shows what was typed, which the target need not keep to the letter. */
function Typed({ id, label, hint, value, offered, type }: TypedAs) {
  const typed = useSignal<string | undefined>(undefined);
  const take = (text: string) => {
    typed.value = text;
    type(text.trim());
  };
  return (
    <>
      <label for={id}>{label}</label>
        <input
          id={id}
          class="mono"
          list={offered.length ? `${id}-list` : undefined}
          placeholder={hint}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={typed.value ?? value}
          onInput={(event) => take(event.currentTarget.value)}
          onBlur={() => (typed.value = undefined)}
        />
        {offered.length > 0 && (
          <datalist id={`${id}-list`}>
            {offered.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        )}
    </>
  );
}
