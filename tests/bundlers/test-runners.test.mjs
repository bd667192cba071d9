// Test runners with their own module loaders.
import { join } from "node:path";
import test from "node:test";
import { run } from "../../scripts/command.mjs";
import { node } from "../services/browser-package/binaries.mjs";
import { here, installedProjects } from "./projects.mjs";

const folder = await installedProjects("test-runners");

for (const major of [20, 26]) {
  test(`Jest on Node ${major}, CommonJS`, async () => {
    const jest = join(here, "node_modules", "jest", "bin", "jest.js");
    await run(node(major), [jest, "--rootDir", join(folder, "jest")], { cwd: join(folder, "jest"), log: `jest-${major}` });
  });
}

// It needs Node 22.12 or later itself.
test("Vitest", async () => {
  const vitest = join(here, "node_modules", "vitest", "vitest.mjs");
  await run(node(24), [vitest, "run", "--root", join(folder, "vitest")], { cwd: join(folder, "vitest"), log: "vitest" });
});
