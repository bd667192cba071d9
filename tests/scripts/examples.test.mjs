// The examples of the page are what the simulator writes today.
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const MAKE = fileURLToPath(new URL("../../www/examples/make.mjs", import.meta.url));

test("node www/examples/make.mjs would change no example", () => {
  execFileSync(process.execPath, [MAKE, "--check"]);
});
