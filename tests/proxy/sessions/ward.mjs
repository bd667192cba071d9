// An agent with a session of two prompts in its home, which can be damaged and put back any number of times, in front of one simulator.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pkg, tests } from "../../../scripts/paths.mjs";
import { serve } from "../../simulator/server.mjs";
import { AGENTS, MORE_AGENTS, openAgent, planFor, WORDS } from "../agents.mjs";
import { openTap, startCommand, upstreamArgs, upstreamsOf } from "../drive.mjs";
import { KEYS } from "../recipes.mjs";

/** A Node that has `node:sqlite`. */
export const NODE = join(tests, "node_modules", "node24-x64", "bin", "node");
const ROWS = `const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync(process.argv[1]);`;
const READ_ROWS = `${ROWS} console.log(JSON.stringify(db.prepare("select rowid, * from part order by rowid").all()));`;
const WRITE_ROWS = `${ROWS} const { removed, changed, added } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
for (const rowid of removed) db.prepare("delete from part where rowid = ?").run(rowid);
for (const { rowid, data } of changed) db.prepare("update part set data = ? where rowid = ?").run(data, rowid);
for (const row of added) db.prepare(\`insert into part (\${Object.keys(row)}) values (\${Object.keys(row).map(() => "?")})\`).run(...Object.values(row));
db.close();`;

/** Opens the ward of an agent: both prompts are answered, and the home is kept as it is then. */
export async function openWard(name, form) {
  const agent = await openAgent(name);
  const simulator = await serve({ seed: 4, plan: planFor(AGENTS[name] ?? MORE_AGENTS[name]) });
  const tap = await openTap(simulator.url);
  const proxy = await startCommand(["--mode", "observe", ...upstreamArgs(upstreamsOf(tap.url, []))], KEYS);
  const kept = mkdtempSync(join(tmpdir(), "rethought-ward-"));
  const ward = {
    agent,
    form,
    tap,
    log: simulator.log,
    refusals: () => simulator.log.filter(({ refusal }) => refusal).map(({ refusal }) => refusal.rule),
    run: (prompt, more) => agent.run(proxy.url, prompt, { goesOn: true, ...more }),
    start: (prompt, more) => agent.start(proxy.url, prompt, { goesOn: true, ...more }),
    reset() {
      rmSync(agent.home, { recursive: true, force: true, maxRetries: 5 });
      cpSync(kept, agent.home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    },
    file: () => fileOf(agent, form),
    text: () => (form.isDatabase ? JSON.stringify(rowsOf(fileOf(agent, form))) : readFileSync(fileOf(agent, form), "utf8")),
    damageParts: (damage) => damageParts(fileOf(agent, form), form, damage),
    damageLines: (damage) => damageLines(fileOf(agent, form), form, damage),
    doctor(...words) {
      const env = { PATH: process.env.PATH, HOME: agent.home, XDG_STATE_HOME: join(agent.home, "state") };
      return spawnSync(form.isDatabase ? NODE : process.execPath, [join(pkg, "cli", "index.js"), "doctor", ...words], { cwd: agent.home, encoding: "utf8", env });
    },
    async close() {
      await proxy.end();
      await tap.close();
      await simulator.close();
      agent.close();
      rmSync(kept, { recursive: true, force: true });
    },
  };
  try {
    for (const [prompt, goesOn] of [[`${WORDS} to a file`, false], [`${WORDS} once more`, true]].slice(0, form.prompts)) {
      const { code, printed } = await ward.run(prompt, { goesOn });
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${printed.slice(-2000)}`);
    }
    cpSync(agent.home, kept, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    return ward;
  } catch (error) {
    await ward.close();
    throw error;
  }
}

/** The session: the longest of the agent's files, or its database. */
function fileOf(agent, form) {
  if (form.isDatabase) return join(agent.home, agent.history, readdirSync(join(agent.home, agent.history)).find((name) => name.endsWith(".db")));
  return agent.sessions().map((file) => [readFileSync(file).length, file]).sort(([one], [other]) => other - one)[0][1];
}

function rowsOf(file) {
  const { status, stdout, stderr } = spawnSync(NODE, ["-e", READ_ROWS, file], { encoding: "utf8", maxBuffer: 1e8 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout).map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) }));
}

/** Returns `true` if the session has what is damaged. Lines that are not changed keep their bytes. */
function damageParts(file, form, damage) {
  if (form.isDatabase) return damageRows(file, form, damage);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean).map((text) => ({ text, line: JSON.parse(text) }));
  const texts = new Map(lines.map(({ text, line }) => [line, [text, JSON.stringify(line)]]));
  const edited = lines.map(({ line }) => line);
  if (!damage(form, edited)) return false;
  const written = edited.map((line) => {
    const [text, before] = texts.get(line) ?? [];
    return before === JSON.stringify(line) ? text : JSON.stringify(line);
  });
  writeFileSync(file, `${written.join("\n")}\n`);
  return true;
}

function damageRows(file, form, damage) {
  const before = rowsOf(file);
  const texts = new Map(before.map(({ rowid, data }) => [rowid, JSON.stringify(data)]));
  const rows = [...before];
  if (!damage(form, rows)) return false;
  const texted = rows.map((row) => ({ ...row, data: JSON.stringify(row.data) }));
  const removed = [...texts.keys()].filter((rowid) => !rows.some((row) => row.rowid === rowid));
  const changed = texted.filter(({ rowid, data }) => rowid && texts.get(rowid) !== data);
  const added = texted.filter(({ rowid }) => !rowid).map(({ rowid, ...row }) => row);
  const { status, stderr } = spawnSync(NODE, ["-e", WRITE_ROWS, file], { encoding: "utf8", input: JSON.stringify({ removed, changed, added }) });
  if (status !== 0) throw new Error(stderr);
  return true;
}

function damageLines(file, form, damage) {
  const damaged = damage(readFileSync(file, "utf8").split("\n").filter(Boolean), form);
  if (damaged === undefined) return false;
  writeFileSync(file, damaged);
  return true;
}
