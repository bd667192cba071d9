// A report as GitHub's annotations, a line each. Hidden characters in it are escaped, so the log shows what is there and nothing in it is a command.
import { printable, printableAnnotations } from "../text/printable.js";
import { TextIndex } from "./place.js";
import { ruleAddress } from "./rule-address.js";

const LEVELS = { reject: "error", degrade: "warning", advice: "notice" };

export function github(report, { bytes, file = "request" }) {
  const index = new TextIndex(bytes);
  return report.findings
    .map(({ rule, severity, message, why, upstream, pointer, start, end, fix }) => {
      const [from, to] = [index.positionAt(start), index.positionAt(end)];
      const place = { file, line: from.line, endLine: to.line, col: from.column, ...(from.line === to.line ? { endColumn: to.column } : {}), title: `${rule} at ${pointer || "/"}` };
      const body = [message, why, upstream && `The provider answers: ${upstream}`, fix && `Fix (${fix.safety}): ${fix.title}`, ruleAddress(rule)].filter(Boolean).join("\n");
      const members = Object.entries(place).map(([name, value]) => `${name}=${percentEncoded(printable(String(value)), /[%:,]/g)}`);
      return `::${LEVELS[severity]} ${members.join(",")}::${percentEncoded(printableAnnotations(body), /[%\n]/g)}`;
    })
    .join("\n");
}

const percentEncoded = (text, letters) => text.replace(letters, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
