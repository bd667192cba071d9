/** A sheet of paper over the page: everything behind it waits, Escape and a click beside it put it away. */
import "./dialog.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Close } from "./buttons";

interface Props {
  title: string;
  close: () => void;
  /** What it is called in a style. */
  class?: string;
  /** Beside the title. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

export function Dialog({ title, close, class: name = "", aside, children }: Props) {
  const place = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = place.current;
    dialog?.showModal();
    // Closed and not only removed: then the browser gives the focus back.
    return () => dialog?.close();
  }, []);
  return (
    <dialog class={`paper ${name}`} ref={place} aria-label={title} onClose={close} onClick={(event) => event.target === place.current && close()}>
      <div class="paper-inside">
        <div class="paper-head">
          <h2>{title}</h2>
          {aside}
          <Close act={close} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
