// Damages that only Converse has: the nesting of reasoning, and members left out or doubled.
const some = (random, list) => (list.length ? random.pick(list) : null);

const onBlock = (fits, change) => (talk, random) => {
  const blocks = talk.body.messages.flatMap((message, i) => message.content.map((block, j) => ({ block, message, at: `/messages/${i}/content/${j}` })));
  const found = some(random, blocks.filter(({ block, message }) => fits(block, message)));
  if (!found) return null;
  change(found.block, found.message, talk);
  return { where: found.at };
};

const isText = (block) => block.reasoningContent?.reasoningText;

export const BEDROCK = {
  "leave out the text": onBlock(isText, (block) => delete block.reasoningContent.reasoningText.text),
  "nest reasoning one level up": onBlock(isText, (block) => (block.reasoningContent = { ...block.reasoningContent.reasoningText })),
  "nest all reasoning one level up": (talk) => {
    const blocks = talk.body.messages.flatMap(({ content }) => content).filter(isText);
    for (const block of blocks) block.reasoningContent = { ...block.reasoningContent.reasoningText };
    return blocks.length ? { where: "/messages" } : null;
  },
  "set both members": onBlock(isText, (block) => (block.reasoningContent.redactedContent = "RW1w")),
  "strip a reply to nothing": onBlock((block, message) => block.reasoningContent && !message.content.some(({ toolUse }) => toolUse), (block, message) => (message.content = [])),
  "drop all reasoning": (talk) => {
    const rows = talk.body.messages.filter(({ content }) => content.some(({ reasoningContent }) => reasoningContent));
    for (const row of rows) row.content = row.content.filter(({ reasoningContent }) => !reasoningContent);
    return rows.length ? { where: "/messages" } : null;
  },
  "drop one reasoning": onBlock((block) => block.reasoningContent, (block, message) => message.content.splice(message.content.indexOf(block), 1)),
  "edit the text": onBlock(isText, (block) => (block.reasoningContent.reasoningText.text += " more")),
  "edit a signature": onBlock(isText, (block) => (block.reasoningContent.reasoningText.signature = block.reasoningContent.reasoningText.signature.replace(/.{4}$/, "AAA="))),
  "empty a signature": onBlock(isText, (block) => (block.reasoningContent.reasoningText.signature = "")),
  "edit what is redacted": onBlock((block) => block.reasoningContent?.redactedContent, (block) => (block.reasoningContent.redactedContent = block.reasoningContent.redactedContent.slice(8))),
  "leave a call of Converse unanswered": onBlock((block) => block.toolResult, (block, message, talk) => {
    message.content.splice(message.content.indexOf(block), 1);
    if (!message.content.length) message.content.push({ text: "go on" });
  }),
};
