// A report as SARIF 2.1.0, for whatever shows the findings of linters.
import { version } from "../text/text.js";
import { TextIndex } from "./place.js";
import { ruleAddress } from "./rule-address.js";
import { uriOf } from "./uri.js";

const LEVELS = { reject: "error", degrade: "warning", advice: "note" };
const encoder = new TextEncoder();

export function sarif(report, { bytes, file = "request", explain }) {
  const ids = [...new Set(report.findings.map(({ rule }) => rule))];
  const prints = fingerprints(report.findings, bytes);
  const index = new TextIndex(bytes);
  const uri = uriOf(file);
  const location = ({ pointer, start, end }) => ({
    physicalLocation: { artifactLocation: { uri }, region: regionOf(index, start, end) },
    logicalLocations: [{ fullyQualifiedName: pointer }],
  });
  const results = report.findings.map((finding, nth) => ({
    ruleId: finding.rule,
    ruleIndex: ids.indexOf(finding.rule),
    level: LEVELS[finding.severity],
    message: { text: [finding.message, finding.why, finding.upstream && `The provider answers: ${finding.upstream}`].filter(Boolean).join("\n") },
    locations: [location(finding)],
    ...(finding.related.length ? { relatedLocations: finding.related.map(location) } : {}),
    partialFingerprints: { "rethought/v1": prints[nth] },
    properties: { evidence: finding.evidence, ...(finding.fix ? { safety: finding.fix.safety } : {}) },
    ...(finding.fix ? { fixes: [fixOf(finding.fix, uri)] } : {}),
  }));
  const rules = ids.map((id) => ruleOf(id, explain));
  const driver = { name: "rethought", semanticVersion: version(), rules };
  const run = { tool: { driver }, artifacts: [{ location: { uri }, encoding: "utf-8", length: bytes.length }], columnKind: "utf16CodeUnits", results };
  return { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
}

function regionOf(index, start, end) {
  const [from, to] = [index.positionAt(start), index.positionAt(end)];
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column, byteOffset: start, byteLength: end - start };
}

function fixOf({ title, edits }, uri) {
  const replacements = edits.map(({ start, end, text }) => ({ deletedRegion: { byteOffset: start, byteLength: end - start }, insertedContent: { text } }));
  return { description: { text: title }, artifactChanges: [{ artifactLocation: { uri }, replacements }] };
}

function ruleOf(id, explain) {
  const card = explain?.(id);
  const address = ruleAddress(id);
  const link = address ? { helpUri: address } : {};
  if (!card) return { id, ...link };
  const { summary, what, why, fix, sources, evidence, since, tier } = card;
  return { id, ...link, shortDescription: { text: summary }, fullDescription: { text: what }, help: { text: `${why}\n\n${fix}\n\n${sources}`, markdown: `${why}\n\n${fix}\n\n${sources}` }, defaultConfiguration: { level: LEVELS[card.severity] }, properties: { evidence, since, tier } };
}

/** Names each finding for later runs: by its rule, the text of its place and, among equal ones, its number. The place itself is left out, since it moves. */
function fingerprints(findings, bytes) {
  const seen = new Map();
  return findings.map(({ rule, start, end }) => {
    const print = fnv(encoder.encode(`${rule}\n`), bytes.subarray(start, end));
    const nth = seen.get(print) ?? 0;
    seen.set(print, nth + 1);
    return `${print}:${nth}`;
  });
}

/** FNV-1a in 64 bits: enough to tell the places of one request apart. It is computed in two halves of 32, since a BigInt takes fifty times as long. */
function fnv(...texts) {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const text of texts)
    for (let at = 0; at < text.length; at++) {
      // The prime is 2^40 + 0x1b3, so the product is the hash 40 bits to the left and 0x1b3 times it; no sum here has more than 53 bits.
      const mixed = (low ^ text[at]) >>> 0;
      const product = mixed * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (mixed << 8)) >>> 0;
      low = product >>> 0;
    }
  return [high, low].map((half) => half.toString(16).padStart(8, "0")).join("");
}
