/** What this is and the ways in. It stands in the shell, to be seen before any script runs, and stays as it is: here it comes alive. */
import { useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { hovered, pasteClipboard, pickFile } from "../../open/gestures";
import { awaited } from "../../open/source";
import { pitch } from "../../shell";

const all = <Kind extends HTMLElement>(query: string): Kind[] => [...(pitch?.querySelectorAll<Kind>(query) ?? [])];

const [drop, expected, policy] = all(".drop, .drop-awaited, .policy ul");
const [pick, paste] = all<HTMLButtonElement>("button");
pick?.addEventListener("click", pickFile);
paste?.addEventListener("click", () => void pasteClipboard());

// The policy as the document has it, and not as somebody wrote that it were.
for (const directive of document.querySelector<HTMLMetaElement>("meta[http-equiv]")?.content.split("; ") ?? []) {
  const item = document.createElement("li");
  item.textContent = directive;
  policy?.append(item);
}

export function Pitch() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(...(pitch ? [pitch] : [])), []);
  useSignalEffect(() => {
    if (drop) drop.dataset["hovered"] = String(hovered.value);
    if (expected) expected.hidden = !awaited.value;
  });
  return <div ref={place} />;
}
