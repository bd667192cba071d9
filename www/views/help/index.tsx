/** The sheet of keys. */
import { Dialog } from "../../dialog";
import { type Key, KEYS, single } from "../../keys";
import { sheet } from "../../state";
import { words } from "../../words";
import "./help.css";

const GROUPS = Object.keys(words.help.groups) as readonly Key["group"][];
const SHOWN: Readonly<Record<string, string>> = { ArrowDown: "↓", ArrowUp: "↑", Escape: "Esc" };

export function Help() {
  const leave = () => {
    if (sheet.value === "help") sheet.value = undefined;
  };
  const letters = (
    <label>
      <input type="checkbox" checked={single.value} onChange={(event) => (single.value = event.currentTarget.checked)} />
      {words.help.single}
    </label>
  );
  return (
    <Dialog class="help" title={words.help.title} close={leave} aside={letters}>
      <div class="help-groups">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{words.help.groups[group]}</h3>
            <dl>
              {KEYS.filter((key) => key.group === group).map((key) => (
                <div key={key.does}>
                  <dt>
                    {key.keys.map((each, nth) => (
                      <span key={each}>
                        {nth > 0 && <span class="soft"> {words.help.or} </span>}
                        <kbd>{SHOWN[each] ?? each}</kbd>
                      </span>
                    ))}
                  </dt>
                  <dd>{key.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
