/** The sheet of keys. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Key, KEYS, single } from "../../keys";
import { sheet } from "../../state";
import { words } from "../../words";
import "./help.css";

const GROUPS = Object.keys(words.help.groups) as readonly Key["group"][];
const SHOWN: Readonly<Record<string, string>> = { ArrowDown: "↓", ArrowUp: "↑", Escape: "Esc" };

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const box = dialog.current;
    box?.showModal();
    // Closed and not only removed: then the browser gives the focus back.
    return () => box?.close();
  }, []);
  const leave = () => {
    if (sheet.value === "help") sheet.value = undefined;
  };
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={leave} onClick={(event) => event.target === dialog.current && leave()}>
      <div class="help-page">
        <header>
          <h2 id="help-title">{words.help.title}</h2>
          <label>
            <input type="checkbox" checked={single.value} onChange={(event) => (single.value = event.currentTarget.checked)} />
            {words.help.single}
          </label>
          <button class="plain" autofocus aria-label={words.help.close} title={words.help.close} onClick={leave}>
            ✕
          </button>
        </header>
        <div class="help-groups">
          {GROUPS.map((group) => (
            <section key={group}>
              <h3>{words.help.groups[group]}</h3>
              <dl>
                {KEYS.filter((key) => key.group === group).map((key) => (
                  <div key={key.name}>
                    <dt>
                      {key.keys.map((each, nth) => (
                        <span key={each}>
                          {nth > 0 && <span class="soft"> {words.help.or} </span>}
                          <kbd>{SHOWN[each] ?? each}</kbd>
                        </span>
                      ))}
                    </dt>
                    <dd>{words.help.keys[key.name]}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </dialog>
  );
}
