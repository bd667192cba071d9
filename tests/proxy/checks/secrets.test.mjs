// Keys are forwarded, and are in no file and no line that the proxy writes; nor are texts that look like secrets, unless requested.
import { equal, ok } from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { goOn, openTalk } from "../../simulator/talk.mjs";
import { newFolder, openTap, startCommand, upstreamArgs, upstreamsOf } from "../drive.mjs";
import { callOf } from "../talk.mjs";

const KEY = "sk-ant-api03-THISisTHEkeyOFtheCLIENT0123456789";
const OTHER = "THISisTHEkeyOFtheOTHERvendor0123456789";
const SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

function* filesIn(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesIn(path);
    else yield path;
  }
}

async function talked(args, env, isConverted) {
  const one = await openTalk("anthropic");
  const tap = await openTap(one.server.url);
  const folder = newFolder();
  const proxy = await startCommand(["--mode", "repair", ...(args.includes("--convert") ? [] : ["--store", join(folder, "store")]), "--record", join(folder, "record"), ...upstreamArgs(upstreamsOf(tap.url, [])), ...args], env);
  one.client.ask(one.talk, `My token is ${SECRET}`);
  for (let nth = 0; nth < 3; nth++) {
    const { path, init } = callOf(one, nth === 1, { authorization: `Bearer ${KEY}`, "x-api-key": KEY });
    const response = await fetch(`${proxy.url}${path}`, init);
    goOn(one, Buffer.from(await response.arrayBuffer()), nth === 1);
    equal(tap.seen.at(-1).headers[isConverted ? "authorization" : "x-api-key"], isConverted ? `Bearer ${OTHER}` : KEY);
  }
  await (await fetch(`${proxy.url}/gemini/v1beta/models/gemini-3-pro:generateContent?key=${KEY}`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"contents":[{"role":"user","parts":[{"text":"My token is none"}]}]}' })).text();
  const listed = `${await (await fetch(`${proxy.pages}/sessions`)).text()}${await (await fetch(`${proxy.pages}/`)).text()}`;
  equal(await proxy.end(), 0, proxy.printed.faults);
  await tap.close();
  await one.server.close();
  const written = [...filesIn(folder)].map((path) => [path, readFileSync(path, "utf8")]);
  return { written, printed: `${proxy.printed.text}${proxy.printed.faults}${listed}` };
}

test("keys are in nothing that is written or printed; nor are secrets in transcripts", async (t) => {
  let files = 0;
  for (const [args, env] of [[[], {}], [["--record-texts"], {}], [["--convert", "openai-responses:gpt-5.4", "--key-env", "OTHER_KEY"], { OTHER_KEY: OTHER }]]) {
    const { written, printed } = await talked(args, env, args.includes("--convert"));
    ok(written.some(([path]) => path.includes("record")), "nothing was recorded");
    for (const [path, text] of [...written, ["what is printed", printed]]) for (const key of [KEY, OTHER]) ok(!text.includes(key), `a key is in ${path}`);
    ok(!printed.includes(SECRET), "a secret is printed");
    const transcripts = written.filter(([path]) => path.endsWith(".ndjson"));
    equal(transcripts.some(([, text]) => text.includes(SECRET)), args.includes("--record-texts"), `the secret with ${args}`);
    ok(transcripts.every(([, text]) => text.includes("My token is")), "the text is gone altogether");
    files += written.length;
  }
  t.diagnostic(`${files} files searched`);
});
