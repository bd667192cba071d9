// Lines of traces that break every rule once.
import { loadPackage } from "../../../scripts/load-package.mjs";

/** Returns the bad examples of all cards as lines `{id?, target, request}`. */
export async function traceOfCards(isNamed) {
  const { explain } = await loadPackage();
  const lines = explain().map((rule) => {
    const bad = JSON.parse(explain(rule).bad);
    return JSON.stringify({ ...(isNamed ? { id: `card ${rule}` } : {}), ...(bad.request ? bad : { request: bad }) });
  });
  return `${lines.join("\n")}\n`;
}
