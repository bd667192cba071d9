/** A text field. While it has the focus it shows the typed text; the target may hold it in another form. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { request } from "../../state";

interface Props {
  id: string;
  label: string;
  hint: string;
  value: string;
  suggestions: readonly string[];
  onInput: (value: string) => void;
}

/** A larger request takes longer than a frame to convert and to audit. It waits for a pause in the typing. */
const LARGE_REQUEST = 256 << 10;
const PAUSE_MS = 300;

export function TextField({ id, label, hint, value, suggestions, onInput }: Props) {
  const typed = useSignal<string | undefined>(undefined);
  const timer = useRef(0);
  // A pause may outlive a render, and then the fields beside this one have changed.
  const send = useRef(onInput);
  send.current = onInput;
  const sendTyped = () => {
    clearTimeout(timer.current);
    timer.current = 0;
    send.current((typed.value ?? value).trim());
  };
  const take = (text: string) => {
    typed.value = text;
    clearTimeout(timer.current);
    if ((request.value?.length ?? 0) > LARGE_REQUEST) timer.current = window.setTimeout(sendTyped, PAUSE_MS);
    else sendTyped();
  };
  const leave = () => {
    if (timer.current) sendTyped();
    typed.value = undefined;
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
        onBlur={leave}
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
