// The page that npm run peers writes.

const number = (count) => count.toLocaleString("en");

/** Returns the Markdown of all measurements; `sets` are tables of one set of conversations each. */
export function pageOf({ date, sets, speed, node }) {
  return `# Beside its peers

${date}, Node ${node}; \`npm run peers\` installs the peers under \`target/\`, runs all of this again and writes this page.

The same conversations go through each peer, from every wire that it reads to every other that it writes, with no network. A counter that shares no code with any of them (\`readers/\`, \`facts.mjs\`)
reads source and result and holds them against each other: texts with their speaker, calls with names and arguments, results with the call that they answer, pictures and files, tools with
descriptions and schemas, settings. **Lost** is a fact that the result does not say, **needlessly** one that the target could have said (\`carries.mjs\` has the reasons for the others). **Foreign handles** are signatures and
ciphertexts of one vendor in a request to another, which it refuses. **Audit** and **simulator** count results that our audit, and the simulator of the tests, which shares no code with it, would refuse.
Thoughts are no facts here: another vendor cannot read them. A conversion that threw counts as nothing but that.
Three things to know: the reasons in \`carries.mjs\` were completed while we looked at our own losses, and a second reader struck out five of them that were wrong; marks of a cache, citations, names of files, \`metadata\` and \`strict\` are not counted for anybody; and LiteLLM and the AI SDK fetch pictures at an address for some targets, which throws where there is no network.

${sets.map(setOf).join("\n")}
## Time

A session of ${number(speed.size)} characters of Anthropic, as text to text, in multiples of \`JSON.parse\` + \`JSON.stringify\` of that text in the same process; LiteLLM's in multiples of \`json.loads\` + \`json.dumps\`.
The AI SDK's time has the reading of every answer in it.

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

${rows.filter(({ isOurs }) => isOurs).map(({ tally }) => `Of all that rethought lost, its notes leave ${number(tally.untold)} untold.`).join("")} lingua, llm-bridge and LiteLLM return no notes; the warnings of the AI SDK come with an answer, and there is none here.

${listed("Lost needlessly:", rows.filter(({ isSame }) => !isSame).map(kinds))}${listed("Threw, most of all:", rows.map(errors))}`;
}
