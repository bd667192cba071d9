// Lines of traces in which every rule is broken once.
import { loadPackage } from "../../../scripts/load-package.mjs";

/** The bad examples of all cards as lines `{id?, target, request}`. */
export async function traceOfCards(isNamed) {
  const { explain } = await loadPackage();
  const lines = explain().map((rule) => {
    const bad = JSON.parse(explain(rule).bad);
    return JSON.stringify({ ...(isNamed ? { id: `card ${rule}` } : {}), ...(bad.request ? bad : { request: bad }) });
  });
  return `${lines.join("\n")}\n`;
}
