// Server-side runtimes: Node by import and by require, Deno without any permission, Bun.
import { spawn } from "node:child_process";
import { bun, deno, node } from "./binaries.mjs";

export const NODES = [20, 22, 24, 26];

export function cases({ folder }) {
  const program = (name, command, ...args) => ({ name, run: () => lastLine(command, args, folder) });
  return [
    ...NODES.flatMap((major) => [
      program(`node ${major} import`, node(major), "plain.js"),
      program(`node ${major} require`, node(major), "required.cjs"),
    ]),
    program("node 20 inline", node(20), "inline.js"),
    program("node 26 inline", node(26), "inline.js"),
    program("node 20 slim", node(20), "slim.js"),
    program("deno", deno(), "run", "--no-prompt", "--quiet", "plain.js"),
    program("deno inline", deno(), "run", "--no-prompt", "--quiet", "inline.js"),
    program("bun import", bun(), "plain.js"),
    program("bun require", bun(), "required.cjs"),
  ];
}

/** Runs a program. Its standard error must stay empty, since a warning at import is a defect of the package. */
export function lastLine(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, HOME: cwd, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
    const child = spawn(command, args, { cwd, env, timeout: 60_000 });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal === "SIGTERM") return reject(new Error("gave no answer in 60 s"));
      if (code !== 0 || err) return reject(new Error(`ended with ${signal ?? code}: ${(err || out).trim().slice(-1500)}`));
      resolve(out.trim().split("\n").at(-1));
    });
  });
}
