// The groups of the rules: a folder of src/audit/rules each, with a sentence for readers.

const ABOUT = {
  anthropic: "Thinking blocks and signatures on Anthropic's Messages API, also on Bedrock, Vertex and Foundry.",
  converse: "Reasoning blocks on Amazon's own wire.",
  responses: "Reasoning items, encrypted content and stored threads.",
  gemini: "Thought signatures on parts and calls.",
  openrouter: "`reasoning_details`, which hold the handles of other vendors.",
  dialects: "Hosts with members of their own for reasoning in a chat message.",
  settings: "Options of reasoning that a model refuses or ignores.",
  tools: "Calls without a result, results without a call, and their order.",
  text: "Thoughts that ended up in visible text, and text that no provider accepts.",
  ledger: "Changes since the model emitted it. These rules need a ledger.",
};

/** The rules in groups: `{ folder, title, about, rules }`, in the order of the cards. `headings` are those of `rethought explain`, by folder. */
export function groupsOf(cards, headings) {
  const folders = [...new Set(cards.map(({ folder }) => folder))];
  return folders.map((folder) => ({ folder, title: headings[folder] ?? folder, about: ABOUT[folder] ?? "", rules: cards.filter((card) => card.folder === folder) }));
}

const MOST = 6;

/** The ids of rules that belong to a rule: those that one of both names in its text, then those with the same error of a provider, then those with most words of its id. */
export function relatedRules(card, cards) {
  const others = cards.filter(({ id }) => id !== card.id);
  const scored = others.map((other) => ({ id: other.id, score: (names(card, other) || names(other, card) ? 10 : 0) + (sharesError(card, other) ? 4 : 0) + sharedWords(card, other) }));
  return scored.filter(({ score }) => score >= 2).sort((one, other) => other.score - one.score).slice(0, MOST).map(({ id }) => id);
}

const names = ({ what, why, fix }, { id }) => [what, why, fix].some((text) => text.includes(`\`${id}\``));
const sharesError = (one, other) => one.upstream.some((error) => other.upstream.includes(error));

function sharedWords(one, other) {
  const words = new Set(one.id.split("-"));
  const shared = other.id.split("-").filter((word) => word.length > 3 && words.has(word)).length;
  return shared && one.folder === other.folder ? shared + 1 : shared;
}
