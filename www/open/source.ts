/** The origin of the open transcript, and the messages about opening it. */
import { signal } from "@preact/signals";
import type { View } from "../link/view";

export type Source =
  | { readonly kind: "example"; readonly id: string }
  /** `data` is the text of the link, so that the address can stay a link to it. */
  | { readonly kind: "link"; readonly data: string }
  | { readonly kind: "page"; readonly path?: string | undefined }
  | { readonly kind: "message"; readonly origin: string }
  /** One file of a list. `path` is the name by which a command finds it. */
  | { readonly kind: "listed"; readonly path: string | undefined }
  | { readonly kind: "file" | "text" };

export const source = signal<Source | undefined>(undefined);
/** A sentence for information. An error is in `trouble`. */
export const notice = signal<string | undefined>(undefined);
/** The place that a link without a transcript points to. It applies to the next transcript that is opened by hand. */
export const pendingView = signal<View | undefined>(undefined);
