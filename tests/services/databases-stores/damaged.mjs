// A line that is damaged in the database fails the calls of its own conversation, by an error that names it, and no other: `node damaged.mjs <kind> <place>`.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { moduleOf } from "../../../scripts/load-package.mjs";
import { openKind } from "./kinds.mjs";

await moduleOf("start/node.js");
const { guard } = await moduleOf("guard/index.js");
const [, , kind, given] = process.argv;
const place = JSON.parse(given);
const { store: plain, client, query } = await openKind(kind, place);
const encryptWith = process.argv[4] === "encrypted" ? "k".repeat(43) : undefined;

const answerOf = (who) => JSON.stringify({ id: `msg_${who}`, type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "thinking", thinking: `${who} thinks. `.repeat(40), signature: `Sig${who}==` }, { type: "text", text: "Yes." }], stop_reason: "end_turn", usage: {} });
const first = (who) => [{ role: "user", content: `I am ${who}.` }];
const bodyOf = (messages) => JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages });
/** The next request, from which the thought is missing. */
const next = (who) => bodyOf([...first(who), { role: "assistant", content: [{ ...JSON.parse(answerOf(who)).content[0], thinking: "x" }, JSON.parse(answerOf(who)).content[1]] }, { role: "user", content: "Go on." }]);

const PEOPLE = ["Ada", "Bob", "Cyd"];
const open = (sent, errors, store) =>
  guard(async (_, { headers, body }) => (sent.set(headers["x-who"], body), new Response(answerOf(headers["x-who"]))), { store, encryptWith, mode: "repair", storeTimeout: 5000, conversation: (_, headers) => headers.get("x-who"), onError: (error) => errors.push(error) });
const post = async (fetch, who, body) => (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", headers: { "x-who": who }, body })).text();

const recording = open(new Map(), [], plain);
for (const who of PEOPLE) await post(recording, who, bodyOf(first(who)));
await recording.settled();

/** Changes a byte in the text of the line that was recorded first. Folders are read anew, as by another program. */
const DAMAGE = {
  folder: async () => {
    const path = join(place.folder, place.space, "lines");
    const bytes = readFileSync(path);
    const at = bytes.indexOf("\xffRTL", 4, "latin1") - 20;
    bytes[at] ^= 0x41;
    writeFileSync(path, bytes);
  },
  sqlite: async () => {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    const database = new DatabaseSync(join(place.folder, `${place.space}.db`));
    database.exec("UPDATE rethought_lines SET text = replace(replace(text, 'thinks', 'thanks'), ' ', '') WHERE id = 1");
    database.close();
  },
  redis: async () => {
    const [key] = await client.keys(`${place.space}:l:*`);
    const value = await client.get(key);
    await client.set(key, `${value.slice(0, 80)}${"~".repeat(40)}${value.slice(120)}`);
  },
  postgres: async () => {
    await query(`UPDATE ${place.space}_lines SET packed = set_byte(packed, 20, (get_byte(packed, 20) + 77) % 256) WHERE name = (SELECT name FROM ${place.space}_lines ORDER BY name LIMIT 1)`);
  },
};
await DAMAGE[kind.split(" ")[0]]();

const { store } = await openKind(kind, place);
const [sent, errors] = [new Map(), []];
const fetch = open(sent, errors, store);
// At once: the store reads them in one call.
await Promise.all(PEOPLE.map((who) => post(fetch, who, next(who))));
await fetch.settled();
const repaired = PEOPLE.filter((who) => sent.get(who).includes(`${who} thinks. ${who} thinks.`));
assert.equal(repaired.length, 2, `repaired: ${repaired.join()}, errors: ${errors.map(({ message }) => message).join(" | ")}`);
// A folder counts a damaged line as one that is not there.
if (kind !== "folder") assert.ok(errors.length > 0 && errors.every(({ code, message }) => code === "E_STORE" && /line-[0-9a-f]{64}/.test(message)), errors.map(({ message }) => message).join(" | "));
console.log("ok");
process.exit();
