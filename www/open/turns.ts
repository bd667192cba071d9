/** Whose turn it is: the page's work comes in slices, and after the core has started. */
import type { Core } from "../core";
import { core } from "../state";

/** How long a slice may take: a frame at 60 Hz has 16 ms. */
export const SLICE = 12;

/** Lets the browser draw and answer. A timer would wait four milliseconds each time. */
export function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** The core once it runs: a file may be dropped before. Nothing if it never will, which is said already. */
export function running(): Promise<Core | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      if (core.value || document.documentElement.dataset.core === "failed") resolve(core.value);
      else setTimeout(look, 30);
    };
    look();
  });
}
