// The page as a file: its types are right, its build is reproducible, and a transcript inside cannot leave its element.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { run } from "../../../scripts/command.mjs";
import { pkg, root, tests } from "../../../scripts/paths.mjs";
import { assemble, buildPage, metafile, page, withData } from "../../../scripts/www.mjs";

await buildPage();
const html = readFileSync(page, "utf8");

test("the types are right", async () => {
  await run(process.execPath, [join(tests, "node_modules", "typescript", "lib", "tsc.js"), "-p", join(root, "www")], { log: "inspector-types" }).catch((error) => assert.fail(error.tail));
});

test("two builds give the same bytes, and what is there already is not built again", async () => {
  assert.ok((await assemble()).html === html, "the second build differs");
  assert.equal(await buildPage(), false);
});

test("nothing of the machine is in it", () => {
  for (const word of [root.replace(/\/$/, ""), homedir(), "node_modules", "file://"]) if (word.length > 1) assert.ok(!html.includes(word), word);
});

test("the script comes before the data, and the texts of the rules are not in it", () => {
  const places = ["<style>", '<div id="app">', "<script>", 'id="wasm">', 'id="cards">', 'id="data">'].map((mark) => html.indexOf(mark));
  assert.ok(places.every((place, at) => place > (places[at - 1] ?? 0)), String(places));
  const script = html.slice(html.indexOf("<script>"), html.indexOf('<script type="application/octet-stream"'));
  assert.ok(script.includes("openai-chat"));
  for (const text of ["is set on a thinking block", "Extra inputs are not permitted"]) assert.ok(!script.includes(text), text);
});

test("the third-party notices name every package that is in the page, with the text of its licence", () => {
  const inputs = Object.values(JSON.parse(readFileSync(metafile, "utf8")).outputs).flatMap((output) => Object.keys(output.inputs));
  const packages = [...new Set(inputs.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))];
  assert.ok(packages.includes("preact"), String(packages));
  const notices = readFileSync(join(pkg, "THIRD_PARTY_NOTICES.md"), "utf8");
  for (const name of [...packages, "serde_json", "wasm-bindgen"]) assert.match(notices, new RegExp(`^\\| ${name} \\| [\\d.]+ \\| .*MIT`, "m"));
  assert.ok(notices.includes("THE SOFTWARE IS PROVIDED"));
  assert.equal(JSON.parse(readFileSync(join(pkg, "inspector", "known.json"), "utf8")).notices, notices);
});

test("no transcript can end its element or name another", () => {
  const text = "</script><script>alert(1)</script><!--<script> \u2028 \ud800 $& $1";
  const filled = withData(html, { name: "</script>", text });
  const inside = filled.slice(filled.lastIndexOf('id="data">') + 10, filled.lastIndexOf("</script>"));
  assert.ok(!inside.includes("<"));
  assert.deepEqual(JSON.parse(inside), { name: "</script>", text });
  assert.equal(filled.replace(inside, ""), html);
});
