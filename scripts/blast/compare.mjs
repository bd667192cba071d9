// Compares two lists of observations, input by input.
import { createInterface } from "node:readline";

/**
 * Returns the number of inputs, those that differ, and for each rule the findings that appeared, vanished or changed. An input has `onlyTexts` if
 * nothing but our sentences differs.
 */
export async function compare(before, after) {
  const [rules, inputs] = [new Map(), []];
  const earlier = new Map();
  for await (const line of linesOf(before)) earlier.set(JSON.parse(line).id, line);
  let count = 0;
  for await (const line of linesOf(after)) {
    const two = JSON.parse(line);
    const other = earlier.get(two.id);
    earlier.delete(two.id);
    count++;
    if (other === line) continue;
    if (!other) {
      inputs.push({ id: two.id, members: ["only after"] });
      continue;
    }
    const one = JSON.parse(other);
    const [bareOne, bareTwo] = [withoutTexts(one), withoutTexts(two)];
    const onlyTexts = JSON.stringify(bareOne) === JSON.stringify(bareTwo);
    inputs.push({ id: two.id, onlyTexts, members: onlyTexts ? differing(one, two) : differing(bareOne, bareTwo) });
    for (const member of ["audit", "ledger"]) countRules(one[member]?.findings ?? [], two[member]?.findings ?? [], rules);
  }
  inputs.push(...[...earlier.keys()].map((id) => ({ id, members: ["only before"] })));
  return { count, inputs, rules };
}

/** The members of an observation that hold sentences of ours. */
const TEXTS = new Set(["message", "why", "title", "rendered"]);

const withoutTexts = (observation) => JSON.parse(JSON.stringify(observation, (name, value) => (TEXTS.has(name) ? undefined : value)));

const linesOf = (input) => createInterface({ input, crlfDelay: Infinity });

/** Names the members of two observations that differ, one level deep. */
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

/** Describes the differences for people: rules first, then the first of the inputs. */
export function tell({ count, inputs, rules }, most = 20) {
  const lines = [...rules].sort().map(([rule, { appeared, vanished, changed }]) => `  ${rule}: ${appeared} appeared, ${vanished} vanished, ${changed} changed`);
  const more = inputs.filter(({ onlyTexts }) => !onlyTexts);
  const shown = more.length ? more : inputs;
  const first = shown.slice(0, most).map(({ id, members }) => `  ${id}: ${members.join("; ")}`);
  if (shown.length > most) first.push(`  … and ${shown.length - most} more`);
  return [...lines, ...first, `${count} inputs compared, ${inputs.length} differ, ${more.length} of them in more than texts`].join("\n");
}
