// The fixed words for what is certain: severities, kinds of evidence and verdicts, the same in every text for people.

const SEVERITIES = { reject: "error", degrade: "warning", advice: "note" };
const EVIDENCE = { observed: "seen in recorded traffic", documented: "documented by the provider", reported: "reported by users", inferred: "inferred" };
const VERDICTS = { rejected: "will be refused", "likely rejected": "will probably be refused", degraded: "accepted, but reasoning is lost" };

/** The severity of a finding. An error that nobody observed or documented is likely. */
export function severityOf({ severity, evidence }) {
  const isLikely = severity === "reject" && evidence !== "observed" && evidence !== "documented";
  return `${SEVERITIES[severity] ?? severity}${isLikely ? " (likely)" : ""}`;
}

/** The kind of evidence in words. */
export const evidenceOf = (evidence) => EVIDENCE[evidence] ?? evidence;

/** The verdict of a report as a clause: `will be refused`, `no problems found`. */
export function verdictOf({ verdict, reason, findings }) {
  if (verdict === "unknown") return `not checked${reason ? `: ${reason}` : ""}`;
  if (verdict !== "accepted") return VERDICTS[verdict] ?? verdict;
  return findings.length ? "no errors or warnings" : "no problems found";
}

/** The findings by severity, without those that there are none of: `1 error, 2 notes`. */
export function countsOf(findings) {
  const counts = Object.entries(SEVERITIES).map(([severity, word]) => [findings.filter((finding) => finding.severity === severity).length, word]);
  return counts.filter(([count]) => count).map(([count, word]) => counted(count, word)).join(", ");
}

/** The sentences of a card that say what to do about a finding without a fix; nothing if every finding of the rule has one. */
export function byHand({ fix }) {
  const [, found] = /^(?:- )?By hand: ((?:.|\n(?!- |\n))+)/m.exec(fix) ?? [];
  return found && capitalised(found.replace(/\s+/g, " "));
}

export const capitalised = (text) => text[0].toUpperCase() + text.slice(1);

/** A number with its noun: `1 thought`, `2 thoughts`. */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
