// With `durable`, a kill loses no answer that the program has received whole.
import { deepEqual, ok } from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "../../../skip.mjs";
import { node } from "../../browser-package/binaries.mjs";
import { newPlace } from "../places.mjs";

const ANSWERS = process.env.RETHOUGHT_LONG === "1" ? 500 : 60;
const pathOf = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

for (const kind of ["folder", "sqlite", "redis", "postgres"]) {
  test(`kill -9 after ${ANSWERS} answers, 20 at a time, with durable: none is lost - ${kind}`, async (t) => {
    const place = JSON.stringify(await newPlace(kind));
    const program = spawn(node(24), ["--no-warnings", pathOf("durable-program.mjs"), place], { stdio: ["ignore", "pipe", "pipe"] });
    let [said, wrong] = ["", ""];
    program.stderr.setEncoding("utf8").on("data", (text) => (wrong += text));
    program.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (said.split("\n").length > ANSWERS) program.kill("SIGKILL");
    });
    await once(program, "close");
    const received = [...said.matchAll(/^got (\S+)$/gm)].map(([, id]) => id);
    ok(received.length >= ANSWERS, `${received.length} answers: ${wrong.slice(0, 300)}`);
    const { stdout } = await promisify(execFile)(node(24), ["--no-warnings", pathOf("recorded-ids.mjs"), place], { maxBuffer: 1 << 28 });
    const recorded = new Set(JSON.parse(stdout));
    deepEqual(received.filter((id) => !recorded.has(id)), []);
    t.diagnostic(`${received.length} received, ${recorded.size} recorded, 0 lost`);
  });
}
