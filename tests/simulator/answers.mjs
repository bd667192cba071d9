// Maps the refusals of the simulator to the rules of the audit.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/paths.mjs";

/** The rules of the simulator for each rule, from its card. */
const ANSWERS = Object.fromEntries(
  readdirSync(join(root, "src", "audit", "rules"), { recursive: true })
    .filter((file) => file.endsWith(".rs"))
    .map((file) => {
      const lines = readFileSync(join(root, "src", "audit", "rules", file), "utf8").matchAll(/^\/\/! - catalogue:(.*)$/gm);
      return [file.replace(/^.*[/\\]|\.rs$/g, "").replaceAll("_", "-"), [...lines].flatMap(([, line]) => line.split(",").map((slug) => slug.trim().replaceAll("`", "")))];
    }),
);

/** Returns true if a report leaves the subject of a refusal undecided, because it needs more information. */
export const leavesOpen = ({ checks }, { rule, upstream }) => Object.entries(checks).some(([id, check]) => check.startsWith("unknown") && (ANSWERS[id].includes(rule) || ANSWERS[id].includes(upstream)));
