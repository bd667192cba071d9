// npm run peers: converts the same conversations with this package and with its peers, and writes the losses of each to scripts/peers/README.md. npm
// run peers -- lingua ours measures only those and writes nothing. RETHOUGHT_CONVERSATIONS is the number of conversations of each wire from the
// simulator.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { report } from "./command.mjs";
import { loadPackage } from "./load-package.mjs";
import { root } from "./paths.mjs";
import { aiSdk } from "./peers/ai-sdk.mjs";
import { ownConversations, recordedConversations } from "./peers/conversations.mjs";
import { ensureNpmPeers, ensurePythonPeers } from "./peers/install.mjs";
import { lingua } from "./peers/lingua.mjs";
import { litellm } from "./peers/litellm.mjs";
import { llmBridge } from "./peers/llm-bridge.mjs";
import { measure } from "./peers/measure.mjs";
import { ours } from "./peers/ours.mjs";
import { pageOf } from "./peers/page.mjs";
import { speeds } from "./peers/speed.mjs";

const COUNT = Number(process.env.RETHOUGHT_CONVERSATIONS ?? 20);

async function main() {
  await build();
  const rethought = await loadPackage();
  const wanted = process.argv.slice(2);
  const peers = (await peersOf(wanted)).filter(Boolean);
  const own = ours(rethought);
  const sets = [];
  for (const [what, conversations] of [["of our own making", ownConversations(COUNT)], ["that were recorded", recordedConversations(COUNT)]]) {
    if (!conversations.length) continue;
    console.log(`${conversations.length} conversations ${what}`);
    const rows = [];
    for (const peer of peers) {
      const tally = await measure(peer, conversations, rethought);
      rows.push({ name: `${peer.name} ${peer.version}`, tally });
      // The peers do not convert all pairs, so ours is measured again on only those.
      const same = await measure(own, conversations, rethought, (from, to) => tally.pairs.has(`${from} ${to}`));
      rows.push({ name: "– rethought on the same", tally: same, isSame: true });
      tell(rows.slice(-2));
    }
    rows.push({ name: `**rethought ${own.version}, all pairs**`, tally: await measure(own, conversations, rethought), isOurs: true });
    tell(rows.slice(-1));
    sets.push({ title: `${conversations.length} conversations ${what}`, rows });
  }
  const speed = await speeds([own, ...peers]);
  for (const { name, ratios } of speed.rows) console.log(`${name.padEnd(12)} ${ratios.map((ratio, nth) => `${ratio.toFixed(1)}× to ${speed.targets[nth]}`).join(", ")}`);
  await Promise.all(peers.map((peer) => peer.close?.()));
  if (wanted.length) return;
  const page = pageOf({ date: new Date().toISOString().slice(0, 10), sets, speed, node: process.versions.node });
  writeFileSync(join(root, "scripts", "peers", "README.md"), page);
  console.log("written to scripts/peers/README.md");
}

async function peersOf(wanted) {
  const isWanted = (name) => !wanted.length || wanted.includes(name);
  const npm = ["lingua", "llm-bridge", "ai-sdk"].some(isWanted) ? await ensureNpmPeers() : undefined;
  const python = isWanted("litellm") ? await ensurePythonPeers() : undefined;
  if (isWanted("litellm") && !python) console.log("python3 was not found: LiteLLM is left out");
  return [
    isWanted("lingua") && (await lingua(npm)),
    isWanted("llm-bridge") && (await llmBridge(npm)),
    isWanted("ai-sdk") && (await aiSdk(npm)),
    python && (await litellm({ python })),
  ];
}

function tell(rows) {
  for (const { name, tally } of rows) {
    const { pairs, conversions, threw, facts, lost, needless, untold, handles, audited, simulated, judged, kinds, errors, examples } = tally;
    console.log(`${name}: ${pairs.size} pairs, ${conversions} converted, ${threw} threw, ${facts} facts, ${lost} lost, ${needless} needlessly, ${untold} untold, ${handles} foreign handles, refused by the audit ${audited}, by the simulator ${simulated} of ${judged}`);
    if (kinds.size) console.log(`   needlessly: ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(", ")}`);
    for (const [text, count] of [...errors].slice(0, 4)) console.log(`   threw ${count}: ${text.slice(0, 200)}`);
    if (process.env.RETHOUGHT_PEERS_SHOW && name.toLowerCase().includes(process.env.RETHOUGHT_PEERS_SHOW.toLowerCase())) for (const one of examples.slice(0, 60)) console.log(`   ${one.id} > ${one.to}: ${one.kind} ${one.what}`);
  }
}

await main().catch(report);
