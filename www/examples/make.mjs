// Writes the examples: node www/examples/make.mjs. With --check it writes nothing and fails if a file is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { play } from "./play.mjs";
import { STORIES } from "./stories.mjs";

const check = process.argv.includes("--check");
let [raw, packed] = [0, 0];
for (const story of STORIES) {
  const file = new URL(`${story.id}.ndjson`, import.meta.url);
  const text = play(story).map((exchange) => `${JSON.stringify(exchange)}\n`).join("");
  if (check && !(existsSync(file) && readFileSync(file, "utf8") === text)) throw new Error(`${story.id}.ndjson is stale: node www/examples/make.mjs`);
  if (!check) writeFileSync(file, text);
  const [size, zipped] = [Buffer.byteLength(text), gzipSync(text, { level: 9 }).length];
  console.log(`${story.id.padEnd(28)} ${String(size).padStart(6)} ${String(zipped).padStart(6)} gzip`);
  raw += size;
  packed += zipped;
}
console.log(`${"all".padEnd(28)} ${String(raw).padStart(6)} ${String(packed).padStart(6)} gzip`);
