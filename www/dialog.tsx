/** A modal dialog over the page. Escape and a click outside close it. */
import "./dialog.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { CloseButton } from "./buttons";

interface Props {
  title: string;
  onClose: () => void;
  /** An additional class, for the style. */
  class?: string;
  /** Content beside the title. */
  headerExtra?: ComponentChildren;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, class: className = "", headerExtra, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The dialog is closed before it is removed. Only then does the browser restore the focus.
    return () => dialog?.close();
  }, []);
  return (
    <dialog class={`dialog ${className}`} ref={element} aria-label={title} onClose={onClose} onClick={(event) => event.target === element.current && onClose()}>
      <div class="dialog-content">
        <div class="dialog-head">
          <h2>{title}</h2>
          {headerExtra}
          <CloseButton onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
