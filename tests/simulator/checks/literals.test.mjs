// The texts are those of the facts: one line of the facts has all fixed parts of a literal, in order. Without the facts this is skipped.
import { ok } from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { shared } from "../../../scripts/paths.mjs";
import { damagedOnes } from "../damage.mjs";
import { NOT_ENFORCED } from "../catalogue.mjs";
import { DIAGNOSES } from "../literals/anthropic.mjs";
import { EVIDENCE, LATER } from "../evidence.mjs";
import { LITERALS } from "../literals/all.mjs";
import { lostRules, refusedRules } from "../verdict.mjs";
import { Skip, test } from "../../skip.mjs";

const plain = (text) => text.replaceAll("\\`", "`").replaceAll('\\"', '"');

function need(folder) {
  if (!existsSync(`${shared}/${folder}`)) throw new Skip(`../shared/${folder} is not here`);
}

/** Returns true if one line has all fixed parts of a literal, one after the other. */
function stands(text, lines) {
  // The path at the head appears once for a whole table; {gap} is where the facts abbreviate.
  const parts = text.replace(/^messages\.\{i\}(\.content\.\{j\})?/, "").split(/\{\w+\}/).map((part) => part.trim()).filter((part) => part.length > 3);
  return lines.some((line) => {
    let at = 0;
    return parts.every((part) => (at = line.indexOf(part, at)) >= 0 && (at += part.length));
  });
}

const factLines = () => readdirSync(`${shared}/facts`).flatMap((name) => plain(readFileSync(`${shared}/facts/${name}`, "utf8")).split("\n"));

/** Returns the refusals of the recorded traffic. */
function recordedLines() {
  const files = readdirSync(`${shared}/corpus`).filter((name) => /^(anthropic-messages|openai-chat|alibaba-chat|deepseek-chat)\.ndjson\.gz$/.test(name));
  const lines = files.flatMap((name) => gunzipSync(readFileSync(`${shared}/corpus/${name}`)).toString().split("\n")).filter((line) => line.includes('"rejected'));
  return lines.map((line) => plain(JSON.parse(line).response ?? ""));
}

/** Returns the ids of both catalogues: the second column of their tables. */
const catalogue = () => ["rules-a.md", "rules-b.md"].flatMap((name) => [...readFileSync(`${shared}/facts/${name}`, "utf8").matchAll(/^\| \d+ \| ([\w.-]+) \|/gm)].map(([, id]) => id));

test("each literal stands in the facts", (t) => {
  need("facts");
  const lines = factLines();
  const own = Object.entries({ ...LITERALS, ...Object.fromEntries(Object.entries(DIAGNOSES).map(([key, text]) => [`diagnosis ${key}`, { text }])) });
  const wanted = own.filter(([, row]) => !row.public && !row.unknown && !row.recorded);
  const missing = wanted.filter(([, { text }]) => !stands(text, lines)).map(([name]) => name);
  ok(!missing.length, `not in the facts: ${missing.join(", ")}`);
  const outside = own.filter(([, row]) => row.public).length;
  const unknown = own.filter(([, row]) => row.unknown).map(([name]) => name);
  t.diagnostic(`${wanted.length} stand there; ${outside} are from public threads; nobody has published: ${unknown.join(", ")}`);
});

test("each recorded literal stands in the recording", (t) => {
  need("corpus");
  const lines = recordedLines();
  const recorded = Object.entries(LITERALS).filter(([, row]) => row.recorded);
  const missing = recorded.filter(([, { text }]) => !stands(text, lines)).map(([name]) => name);
  ok(!missing.length, `not recorded: ${missing.join(", ")}`);
  t.diagnostic(`${recorded.length} recorded`);
});

test("each rule of the catalogues is enforced, reported as lost, or left out for a reason", (t) => {
  need("facts");
  const known = catalogue();
  const [rules, reasons] = [refusedRules, Object.keys(NOT_ENFORCED)];
  const open = () => known.filter((id) => !rules.has(id) && !lostRules.has(id) && !reasons.includes(id));
  // Several rules share one literal; more random cases may be needed to reach them all.
  const more = damagedOnes(50_000);
  for (let nth = 0; nth < 4000 && open().length; nth++) more.next();
  ok(!open().length, `no word about ${open().join(", ")}`);
  const both = reasons.filter((id) => rules.has(id) || lostRules.has(id));
  ok(!both.length, `enforced and left out: ${both.join(", ")}`);
  const strange = reasons.filter((id) => !known.includes(id));
  ok(!strange.length, `in no catalogue: ${strange.join(", ")}`);
  t.diagnostic(`${known.length} rules: ${known.filter((id) => rules.has(id)).length} enforced, ${known.filter((id) => lostRules.has(id) && !rules.has(id)).length} reported as lost, ${reasons.length} left out`);
});

test("the evidence of each rule is the catalogue's", () => {
  need("facts");
  const lines = ["rules-a.md", "rules-b.md"].flatMap((name) => readFileSync(`${shared}/facts/${name}`, "utf8").split("\n"));
  const wrong = Object.entries(EVIDENCE).filter(([id, marks]) => !lines.some((line) => line.includes(`| ${id} |`) && line.endsWith(`| ${marks} |`)));
  ok(!wrong.length && Object.keys(EVIDENCE).length === catalogue().length, wrong.map(([id]) => id).join(", "));
});

test("each id is the catalogue's or one of ours", () => {
  need("facts");
  const known = new Set(catalogue());
  const strange = [...refusedRules, ...lostRules].filter((id) => !known.has(id) && !LATER[id] && !/^(order|config|loss|observed)\./.test(id));
  ok(!strange.length, strange.join(", "));
});
