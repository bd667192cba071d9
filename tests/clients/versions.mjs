// The versions of the tested packages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const jsonAt = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const { packages } = jsonAt("package-lock.json");

/** Returns the version of an installed package. */
export const versionOf = (name) => jsonAt(`node_modules/${name}/package.json`).version;

/** Asserts that the loaded package has the version of the lock file. */
export const assertLocked = (name) => assert.equal(versionOf(name), packages[`node_modules/${name}`].version, `the locked version of ${name}`);
