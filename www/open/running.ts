/** Waits for the core: a file may be dropped before it runs. */
import type { Core } from "../core";
import { core } from "../state";

/** The core once it runs. Nothing if it never will, which is said already. */
export function running(): Promise<Core | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      if (core.value || document.documentElement.dataset.core === "failed") resolve(core.value);
      else setTimeout(look, 30);
    };
    look();
  });
}
