// The pages of rules: shipped files while the site has no address, and addresses once it has one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";

const INSTALLED = resolve("node_modules/rethought");
const REQUEST = '{"model":"claude-opus-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]},{"role":"user","content":"d"}]}';
const ADDRESS = "https://rethought.example";

/** Runs the command line of a package without a screen. */
function rethought(folder, args, input = "") {
  const { DISPLAY, WAYLAND_DISPLAY, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "cli/index.js"), ...args], { input, encoding: "utf8", env });
  return { status, stdout, stderr };
}

const rulesIn = (folder) => JSON.parse(rethought(folder, ["audit", "-", "--format", "sarif"], REQUEST).stdout).runs[0].tool.driver.rules;

/** A copy of the package in which the site has an address, as scripts/addresses.mjs would write it. */
function withAddress() {
  const folder = mkdtempSync(join(tmpdir(), "rethought-address-"));
  cpSync(INSTALLED, folder, { recursive: true });
  const files = readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith(".js")).map((name) => join(folder, name));
  const changed = files.filter((file) => {
    const text = readFileSync(file, "utf8");
    if (!/\bSITE = "";/.test(text)) return false;
    writeFileSync(file, text.replace(/\bSITE = "";/, `SITE = "${ADDRESS}";`));
    return true;
  });
  assert.equal(changed.length, 1, "one module has the address");
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

test("explain --open names the shipped page of a rule, of several, or of all", () => {
  const { status, stdout } = rethought(INSTALLED, ["explain", "thinking-not-first", "altered-handle", "--open"]);
  assert.equal(status, 0);
  const pages = stdout.trim().split("\n");
  assert.deepEqual(pages.map((page) => /<h1><code>([\w-]+)<\/code>/.exec(readFileSync(page, "utf8"))[1]), ["thinking-not-first", "altered-handle"]);
  assert.match(readFileSync(rethought(INSTALLED, ["explain", "--open"]).stdout.trim(), "utf8"), /<h1>Rules<\/h1>/);
  assert.equal(rethought(INSTALLED, ["explain", "thinking-not-frist", "--open"]).status, 2);
});

test("without an address there is no link in SARIF and in the manifest", () => {
  assert.deepEqual(rulesIn(INSTALLED).map(({ id, helpUri }) => [id, helpUri]), [["thinking-without-signature", undefined]]);
  const { homepage, repository, bugs } = JSON.parse(readFileSync(join(INSTALLED, "package.json"), "utf8"));
  assert.deepEqual([homepage, repository, bugs], [undefined, undefined, undefined]);
});

test("with an address SARIF and explain --open lead to it", () => {
  const { folder, remove } = withAddress();
  assert.deepEqual(rulesIn(folder).map(({ helpUri }) => helpUri), [`${ADDRESS}/rules/thinking-without-signature.html`]);
  assert.equal(rethought(folder, ["explain", "altered-handle", "--open"]).stdout.trim(), `${ADDRESS}/rules/altered-handle.html`);
  remove();
});
