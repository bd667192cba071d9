/** Where what is open came from, and what is to be said of how it came. */
import { signal } from "@preact/signals";
import type { View } from "../share/view";

export type Source =
  | { readonly way: "example"; readonly id: string }
  /** `data` as it stands in the link, so that the address stays a link to it. */
  | { readonly way: "link"; readonly data: string }
  | { readonly way: "page" }
  | { readonly way: "message"; readonly origin: string }
  | { readonly way: "file" | "text" };

export const source = signal<Source | undefined>(undefined);
/** A sentence that is good to know, and stands in nobody's way. */
export const notice = signal<string | undefined>(undefined);
/** Where a link points to in a transcript that it does not have: the next that is opened by hand is meant. */
export const awaited = signal<View | undefined>(undefined);
