/** A sheet of paper over the page: everything behind it waits, Escape and a click beside it put it away. */
import "./dialog.css";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "../../icons";
import { words } from "../../words";
import { GLYPHS } from "../head/glyphs";

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const [place, id] = [useRef<HTMLDialogElement>(null), useId()];
  useEffect(() => {
    const dialog = place.current;
    if (!dialog?.open) dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog class="paper" ref={place} aria-labelledby={id} onClose={close} onClick={(event) => event.target === place.current && close()}>
      <div class="paper-inside">
        <div class="paper-head">
          <h2 id={id}>{title}</h2>
          <button class="plain" aria-label={words.head.close} title={words.head.close} onClick={close}>
            <Icon path={GLYPHS.close} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
