/** The help dialog: all keyboard shortcuts, and the third-party notices. */
import "./help.css";
import { Dialog } from "../../dialog";
import { type Shortcut, SHORTCUT_GROUPS, SHORTCUTS, singleKeysEnabled } from "../../shortcuts";
import { core, openDialog } from "../../state";

const GROUPS = Object.keys(SHORTCUT_GROUPS) as readonly Shortcut["group"][];
/** Keys that are shown by another name. */
const KEY_LABELS: Readonly<Record<string, string>> = { ArrowDown: "↓", ArrowUp: "↑", Escape: "Esc" };

export function Help() {
  const close = () => {
    if (openDialog.value === "help") openDialog.value = undefined;
  };
  const singleKeySwitch = (
    <label>
      <input type="checkbox" checked={singleKeysEnabled.value} onChange={(event) => (singleKeysEnabled.value = event.currentTarget.checked)} />
      Single-key shortcuts
    </label>
  );
  return (
    <Dialog class="help" title="Keyboard shortcuts" onClose={close} headerExtra={singleKeySwitch}>
      <div class="help-groups">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{SHORTCUT_GROUPS[group]}</h3>
            <dl>
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ keys, description }) => (
                <div key={description}>
                  <dt>
                    {keys.map((key, nth) => (
                      <span key={key}>
                        {nth > 0 && <span class="soft"> or </span>}
                        <kbd>{KEY_LABELS[key] ?? key}</kbd>
                      </span>
                    ))}
                  </dt>
                  <dd>{description}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {core.value && (
        <details class="help-notices">
          <summary>Third-party notices</summary>
          <pre tabIndex={0}>{core.value.known.notices}</pre>
        </details>
      )}
    </Dialog>
  );
}
