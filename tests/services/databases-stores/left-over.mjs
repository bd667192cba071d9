// After `forget`, no byte of a person is left: no text, handle or name in files of databases, in a folder and in exports. Write-ahead logs are the owner's:
// `node left-over.mjs <kind> <place>`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { constants, inflateRawSync } from "node:zlib";
import { moduleOf } from "../../../scripts/load-package.mjs";
import { pkg } from "../../../scripts/paths.mjs";
import { node } from "../browser-package/binaries.mjs";
import { KINDS } from "./kinds.mjs";

const { Ledger } = await moduleOf("start/node.js");
const { guard } = await moduleOf("guard/index.js");
const { WORDS: dictionary } = await moduleOf("stores/packed-line.js");
const letters = (seed, length) => Array.from({ length }, (_, nth) => String.fromCharCode(97 + ((seed * 7 + nth * nth * 11 + nth * seed) % 26))).join("");

/** What is known of a person: words that no compression hides, a handle, and names. */
const personOf = (seed, name) => ({ name, text: letters(seed, 400), handle: btoa(letters(seed + 50, 180)), conversation: `talk with ${name}`, account: `account of ${name}` });
const PEOPLE = [personOf(1, "Adaline"), personOf(2, "Bertrand"), personOf(3, "Cydonia"), personOf(4, "Dorothea")];

/** Records two answers of each person through a guard. */
async function recordPeople(store) {
  for (const { name, text, handle, conversation, account } of PEOPLE) {
    const answerOf = (nth) => JSON.stringify({ id: `msg_${name}${nth}`, type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "thinking", thinking: `${name}${nth} ${text}`, signature: handle }, { type: "text", text: `${text} ${name}` }], stop_reason: "end_turn", usage: {} });
    let nth = 0;
    const fetch = guard(async () => new Response(answerOf(nth)), { store, conversation, account });
    for (; nth < 2; nth++) await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: `I am ${name}, ${nth}.` }] }) })).text();
    await fetch.settled();
  }
}

/** The first byte of a packed line says that deflate follows (stores/packed-line.js). */
const DEFLATED = 1;
/** How much of a stream is read. Postgres cuts what is long into pieces, so the beginning is read by itself too. */
const LENGTHS = [1 << 16, 400];
/** The kinds of blocks that a stream begins with, in the lowest bits: with fixed or dynamic codes, the last one or not. */
const BLOCKS = [2, 3, 4, 5];

/** What every deflate stream in a file holds, as far as it is whole: what is packed shows no word. */
function inflated(path) {
  if (!existsSync(path) || statSync(path).isDirectory()) return "";
  const [bytes, texts] = [readFileSync(path), []];
  for (let at = bytes.indexOf(DEFLATED); at >= 0; at = bytes.indexOf(DEFLATED, at + 1)) {
    if (!BLOCKS.includes(bytes[at + 1] & 7)) continue;
    for (const length of LENGTHS) {
      try {
        texts.push(inflateRawSync(bytes.subarray(at + 1, at + 1 + length), { dictionary, finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1"));
        break;
      } catch {
        // No stream begins here, or something else follows its beginning.
      }
    }
  }
  return texts.join("\n");
}

/** All bytes under a path. */
function bytesUnder(path) {
  if (!existsSync(path)) return "";
  if (!statSync(path).isDirectory()) return readFileSync(path, "latin1");
  return readdirSync(path).filter((name) => name !== "pg_wal").map((name) => bytesUnder(join(path, name))).join("");
}

/** What a command about a ledger prints. It is a second process, which finds the tables of the first. */
const command = (...args) => execFileSync(node(24), ["--no-warnings", join(pkg, "cli", "index.js"), "ledger", ...args], { encoding: "utf8", maxBuffer: 1 << 28 });

/** The words of a person in an export of the command, which unpacks every line that is left. */
const exported = (address) => (address ? command("export", address) : "");

const wordsOf = ({ name, text, handle, conversation, account }) => [name, text.slice(0, 40), text.slice(200, 240), handle.slice(0, 24), handle.slice(100, 140), conversation, account];

async function forgetAll(opened, { files, packed = async () => [], address, vacuum }) {
  await recordPeople(opened.store);
  const inFiles = async () => (files ? bytesUnder(files) + bytesUnder(`${files}-wal`) + (await packed(opened)).map(inflated).join("\n") : "");
  const look = async () => {
    await vacuum?.(opened);
    const listed = [];
    if (!address) for await (const entries of opened.store.entries()) listed.push(...entries);
    return JSON.stringify(listed) + (await inFiles()) + exported(address);
  };
  const found = (bytes, person) => wordsOf(person).filter((word) => bytes.includes(word));
  const before = await look();
  for (const person of PEOPLE) assert.deepEqual(found(before, person), wordsOf(person), `${person.name} is not there before`);
  const bytes = await inFiles();
  for (const { name, text } of files ? PEOPLE : []) assert.ok(bytes.includes(text.slice(0, 40)), `the text of ${name} is not found in the files`);
  const [ada, bert, cyd, dora] = PEOPLE;
  const ledger = await Ledger.open(opened.store);
  assert.equal(await ledger.forget({ conversation: ada.conversation }), 2);
  if (address) assert.equal(command("forget", address, "--account", bert.account), "2 answers deleted\n");
  else assert.equal(await ledger.forget({ account: bert.account }), 2);
  let after = await look();
  for (const person of [ada, bert]) assert.deepEqual(found(after, person), [], `${person.name} is left`);
  for (const person of [cyd, dora]) assert.ok(found(after, person).length > 0, `${person.name} is gone`);
  assert.equal(await ledger.forget({ olderThan: Date.now() + 1000 }), 4);
  after = await look();
  for (const person of PEOPLE) assert.deepEqual(found(after, person), [], `${person.name} is left`);
}

/** The files of the table of lines in Postgres, and of its long values. */
async function filesOfLines({ query }) {
  const { rows } = await query(`SELECT pg_relation_filepath(oid) AS line, pg_relation_filepath(nullif(reltoastrelid, 0)) AS long FROM pg_class WHERE oid = to_regclass('${space}_lines')`);
  return Object.values(rows[0]).filter((path) => path !== null).map((path) => join(postgres.folder, "data", path));
}

const [, , name, given] = process.argv;
const { folder, space, postgres } = JSON.parse(given);
const opened = await KINDS.find((one) => one.name === name).open(JSON.parse(given));
const file = join(folder, `${space}.db`);
await forgetAll(opened, {
  folder: { files: join(folder, space), packed: async () => [join(folder, space, "lines")], address: join(folder, space) },
  "sqlite by node:sqlite": { files: file, address: `sqlite:${file}` },
  "postgres by pg": { files: postgres && join(postgres.folder, "data", "base"), packed: filesOfLines, vacuum: async ({ query }) => { for (const text of ["VACUUM FULL", "CHECKPOINT"]) await query(text); } },
  "redis by ioredis": {},
}[name]);
console.log("ok");
process.exit();
