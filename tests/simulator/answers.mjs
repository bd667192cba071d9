// Which refusals of the simulator the rules of the audit answer to.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/paths.mjs";

/** The rules of the simulator that each rule answers to, as its card says. */
const ANSWERS = Object.fromEntries(
  readdirSync(join(root, "src", "audit", "rules"), { recursive: true })
    .filter((file) => file.endsWith(".rs"))
    .map((file) => {
      const lines = readFileSync(join(root, "src", "audit", "rules", file), "utf8").matchAll(/^\/\/! - catalogue:(.*)$/gm);
      return [file.replace(/^.*[/\\]|\.rs$/g, "").replaceAll("_", "-"), [...lines].flatMap(([, line]) => line.split(",").map((slug) => slug.trim().replaceAll("`", "")))];
    }),
);

/** True if a report leaves open what a refusal is about, because it needs to know more. */
export const leavesOpen = ({ checks }, { rule, upstream }) => Object.entries(checks).some(([id, check]) => check.startsWith("unknown") && (ANSWERS[id].includes(rule) || ANSWERS[id].includes(upstream)));
