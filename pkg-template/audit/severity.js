// The severities of findings, and the findings that reach one.

/** The severities, the least first. */
export const SEVERITIES = ["advice", "degrade", "reject"];

/** True if a finding is at least as severe as `least`. */
export const reaches = ({ severity }, least) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);

/** The report with the findings that are at least as severe as `least`: the same one if that is all. */
export function reportFrom(report, least) {
  const findings = report.findings.filter((finding) => reaches(finding, least));
  return findings.length === report.findings.length ? report : { ...report, findings };
}
