/** The introduction and the ways to open a transcript. The elements are in index.html, so that they are visible before any script runs. This adds their behaviour. */
import "./pitch.css";
import { useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isDraggedOver, pasteClipboard, pickFile } from "../../open/input";
import { pendingView } from "../../open/source";
import { pitch } from "../../shell";

const queryPitch = <Kind extends HTMLElement>(query: string): Kind[] => [...(pitch?.querySelectorAll<Kind>(query) ?? [])];

const [drop, pendingNote, policy] = queryPitch(".drop, .drop-awaited, .policy ul");
const [pick, paste] = queryPitch<HTMLButtonElement>("button");
pick?.addEventListener("click", pickFile);
paste?.addEventListener("click", () => void pasteClipboard());

// The list shows the policy that the document really has.
for (const directive of document.querySelector<HTMLMetaElement>("meta[http-equiv]")?.content.split("; ") ?? []) {
  const item = document.createElement("li");
  item.textContent = directive;
  policy?.append(item);
}

export function Pitch() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(...(pitch ? [pitch] : [])), []);
  useSignalEffect(() => {
    if (drop) drop.dataset["hovered"] = String(isDraggedOver.value);
    if (pendingNote) pendingNote.hidden = !pendingView.value;
  });
  return <div ref={place} />;
}
