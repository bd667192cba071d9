// Lines of traces with a request for every rule that is broken in it, and the results of their audit: as far as `rethought audit --ndjson` would write them.
import { loadPackage } from "../../scripts/load-package.mjs";
import { endOf } from "./results.mjs";

/** The lines `{id, target, request}` of the bad examples of the cards, and their results. `named` says whether lines have an id; results name line and byte else. */
export async function tracesOfCards({ named = true } = {}) {
  const { audit, explain } = await loadPackage();
  const traces = [];
  const results = [];
  let byte = 0;
  for (const rule of explain()) {
    const bad = JSON.parse(explain(rule).bad);
    const text = JSON.stringify({ ...(named ? { id: `card ${rule}` } : {}), ...(bad.request ? bad : { target: {}, request: bad }) });
    const { target = {}, request } = JSON.parse(text);
    const { verdict, wire, findings } = audit(JSON.stringify(request), target);
    const place = named ? { id: `card ${rule}` } : { line: traces.length + 1, byte };
    results.push({ ...place, wire, host: target.host, model: target.model ?? request.model, time: "2026-11-17T09:00:00Z", verdict, findings: findings.map(({ rule, severity, evidence, pointer }) => ({ rule, severity, evidence, pointer })) });
    traces.push(text);
    byte += Buffer.byteLength(text) + 1;
  }
  const lines = [...results, endOf(results)].map((result) => JSON.stringify(result));
  return { traces: `${traces.join("\n")}\n`, results: `${lines.join("\n")}\n`, list: results };
}
