// Starts a server of a test and asks it for an audit.
import { deepEqual } from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { here } from "./projects.mjs";

const request = readFileSync(join(here, "projects", "request.json"));

/** Runs a program of Node until `work` is done. `work` gets the first line of output that `isReady` accepts. */
export async function withServer(args, { isReady, node = process.execPath, ...options }, work) {
  const server = spawn(node, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let said = "";
  server.stderr.on("data", (text) => (said += text));
  const ended = once(server, "exit");
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      said += `${line}\n`;
      const found = isReady(line);
      if (found) return await work(found);
    }
    throw new Error(`the server ended before it was ready:\n${said}`);
  } catch (error) {
    error.message += `\n${said}`;
    throw error;
  } finally {
    server.kill();
    await ended;
  }
}

/** Posts a request to an address and checks the answer: the audit of the request, and a proof that every entry of the package was loaded. */
export async function answersAudit(address) {
  const response = await fetch(address, { method: "POST", body: request });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text.slice(0, 2000)}`);
  deepEqual(JSON.parse(text), { rules: ["invalid-thinking-signature"], guards: "function", explains: "invalid-thinking-signature" });
}
