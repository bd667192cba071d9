// Holds two lists of observations against each other, input by input.
import { createInterface } from "node:readline";

/** Reads both streams in step. Gives the number of inputs, those that differ, and by rule what appeared, vanished or changed. */
export async function compare(before, after) {
  const rules = new Map();
  const inputs = [];
  let count = 0;
  const others = createInterface({ input: after, crlfDelay: Infinity })[Symbol.asyncIterator]();
  for await (const line of createInterface({ input: before, crlfDelay: Infinity })) {
    const other = (await others.next()).value ?? "{}";
    count++;
    if (line === other) continue;
    const [one, two] = [JSON.parse(line), JSON.parse(other)];
    inputs.push({ id: one.id, members: differing(one, two) });
    for (const member of ["audit", "ledger"]) countRules(one[member]?.findings ?? [], two[member]?.findings ?? [], rules);
  }
  const more = (await others.next()).value;
  if (more) inputs.push({ id: JSON.parse(more).id, members: ["only after"] });
  return { count, inputs, rules };
}

/** Names the members of two observations that are not the same, a level deep. */
function differing(one, two) {
  const names = new Set([...Object.keys(one), ...Object.keys(two)]);
  return [...names].filter((name) => JSON.stringify(one[name]) !== JSON.stringify(two[name])).map((name) => {
    const [before, after] = [one[name], two[name]];
    const inner = before && after && typeof before === "object" && typeof after === "object" ? Object.keys(before) : [];
    const parts = inner.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
    return parts.length ? `${name} (${parts.join(", ")})` : name;
  });
}

function countRules(before, after, rules) {
  const keyed = (findings) => new Map(findings.map((finding) => [`${finding.rule}\0${finding.pointer}`, JSON.stringify(finding)]));
  const [one, two] = [keyed(before), keyed(after)];
  const count = (key, what) => {
    const [rule] = key.split("\0");
    const counts = rules.get(rule) ?? { appeared: 0, vanished: 0, changed: 0 };
    counts[what]++;
    rules.set(rule, counts);
  };
  for (const [key, text] of one) if (!two.has(key)) count(key, "vanished");
  else if (two.get(key) !== text) count(key, "changed");
  for (const key of two.keys()) if (!one.has(key)) count(key, "appeared");
}

/** Says for people what differs: rules first, then the first of the inputs. */
export function tell({ count, inputs, rules }, most = 20) {
  const lines = [...rules].sort().map(([rule, { appeared, vanished, changed }]) => `  ${rule}: ${appeared} appeared, ${vanished} vanished, ${changed} changed`);
  const first = inputs.slice(0, most).map(({ id, members }) => `  ${id}: ${members.join("; ")}`);
  if (inputs.length > most) first.push(`  … and ${inputs.length - most} more`);
  return [...lines, ...first, `${count} inputs compared, ${inputs.length} differ`].join("\n");
}
