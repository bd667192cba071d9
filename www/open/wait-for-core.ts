/** Waits for the core. A file may be dropped before the core runs. */
import type { Core } from "../core/core";
import { core } from "../state";

/** Resolves to the core once it runs, or to `undefined` if it failed to start. The page already shows the reason. */
export function waitForCore(): Promise<Core | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      if (core.value || document.documentElement.dataset.core === "failed") resolve(core.value);
      else setTimeout(look, 30);
    };
    look();
  });
}
