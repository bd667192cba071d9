// The page that npm run peers writes.

const number = (count) => count.toLocaleString("en");

/** Returns the Markdown of all measurements; `sets` are tables of one set of conversations each. */
export function pageOf({ date, sets, speed, node }) {
  return `# Beside its peers

${date}, Node ${node}. \`npm run peers\` installs the peers under \`target/\`, runs everything again and writes this page.

The same conversations are sent through each peer, from every wire that it reads to every other that it writes, without network. A counter compares source and result. It shares no code with any of the peers (\`readers/\`, \`facts.mjs\`).

It compares these facts:

- texts with their roles, calls with names and arguments, results with the calls that they answer
- pictures and files, tools with descriptions and schemas, settings

Thoughts are not counted as facts, because another vendor cannot read them. These are not counted either: cache settings, citations, names of files, \`metadata\` and \`strict\`.

| column | meaning |
|---|---|
| threw | conversions that threw. They count in no other column |
| lost | facts that the result does not have |
| needlessly | lost facts that the target could have had. \`carries.mjs\` has the reasons for the others |
| foreign handles | signatures and ciphertexts of one vendor in a request to another, which refuses them |
| audit | results that our audit would refuse |
| simulator | results that the simulator of the tests would refuse. It shares no code with the audit |

The reasons in \`carries.mjs\` were completed while we looked at our own losses. A second reader removed five of them that were wrong. For some targets LiteLLM and the AI SDK fetch pictures from an address, which throws without a network.

${sets.map(setOf).join("\n")}
## Time

A session of ${number(speed.size)} characters of Anthropic, converted from text to text. Times are multiples of \`JSON.parse\` + \`JSON.stringify\` of that text in the same process.
Those of LiteLLM are multiples of \`json.loads\` + \`json.dumps\`. The time of the AI SDK includes the reading of every answer.

| peer | ${speed.targets.map((wire) => `to ${wire}`).join(" | ")} |
|---|${speed.targets.map(() => "---:|").join("")}
${speed.rows.map(({ name, ratios }) => `| ${name} | ${ratios.map((ratio) => (Number.isFinite(ratio) ? `${ratio.toFixed(1)}×` : "threw")).join(" | ")} |`).join("\n")}
`;
}

function setOf({ title, rows }) {
  const line = ({ name, tally }) =>
    `| ${name} | ${tally.pairs.size} | ${number(tally.conversions)} | ${number(tally.threw)} | ${number(tally.facts)} | ${number(tally.lost)} | ${number(tally.needless)} | ${number(tally.handles)} | ${number(tally.audited)} | ${number(tally.simulated)} of ${number(tally.judged)} |`;
  const kinds = ({ name, tally: { kinds } }) => (kinds.size ? `- ${name}: ${[...kinds].sort((one, other) => other[1] - one[1]).map(([kind, count]) => `${kind} ${number(count)}`).join(", ")}` : undefined);
  const errors = ({ name, tally: { errors } }) => (errors.size ? `- ${name}: ${[...errors].sort((one, other) => other[1] - one[1]).slice(0, 3).map(([text, count]) => `“${text.replace(/\s+/g, " ")}” ${number(count)}`).join(", ")}` : undefined);
  const listed = (head, lines) => (lines.some(Boolean) ? `${head}\n\n${lines.filter(Boolean).join("\n")}\n\n` : "");
  return `## ${title}

| peer | pairs | converted | threw | facts | lost | needlessly | foreign handles | audit | simulator |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.map(line).join("\n")}

${rows.filter(({ isOurs }) => isOurs).map(({ tally }) => `Losses of rethought without a note: ${number(tally.untold)}.`).join("")} lingua, llm-bridge and LiteLLM return no notes. The AI SDK returns its warnings with an answer, and there is no answer here.

${listed("Lost needlessly:", rows.filter(({ isSame }) => !isSame).map(kinds))}${listed("Most frequent errors:", rows.map(errors))}`;
}
