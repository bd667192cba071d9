// Damages that only the Responses wire has: ids, neighbours, shapes, targets.
import { otherAccount } from "../accounts.mjs";
import { OTHERS } from "../vendors/responses/models.mjs";

const some = (random, list) => (list.length ? random.pick(list) : null);

const onItem = (fits, change) => (talk, random) => {
  const found = some(random, talk.body.input.map((item, n) => ({ item, n })).filter(({ item, n }) => fits(item, n, talk)));
  if (!found) return null;
  change(found.item, talk, random, found.n);
  return { where: `/input/${found.n}` };
};

const isReasoning = (item) => item.type === "reasoning";
const drop = (item, talk) => talk.body.input.splice(talk.body.input.indexOf(item), 1);
const config = (fits, change) => (talk, random) => (fits(talk) ? (change(talk, random), { where: "/" }) : null);

export const RESPONSES = {
  "strip one id": onItem((item) => item.id, (item) => delete item.id),
  "strip an id and cut the ciphertext": onItem((item) => item.id && item.encrypted_content, (item) => {
    delete item.id;
    item.encrypted_content = item.encrypted_content.slice(0, -8);
  }),
  "strip all ids": config((talk) => talk.body.input.some(({ id }) => id), (talk) => talk.body.input.forEach((item) => delete item.id)),
  "strip thoughts and ids": config((talk) => talk.body.input.some(isReasoning), (talk) => {
    talk.body.input = talk.body.input.filter((item) => !isReasoning(item));
    talk.body.input.forEach((item) => delete item.id);
  }),
  "blank an id": onItem((item) => item.id, (item) => (item.id = "")),
  "invent an id": onItem(isReasoning, (item, talk, random) => (item.id = `rs_${random.letters(32).toLowerCase()}`)),
  "drop the ciphertext": onItem((item) => isReasoning(item) && item.encrypted_content, (item) => delete item.encrypted_content),
  "drop the summary": onItem((item) => isReasoning(item) && item.summary, (item) => delete item.summary),
  "drop what follows a thought": onItem((item, n, talk) => item.type === "message" && isReasoning(talk.body.input[n - 1] ?? {}), drop),
  "move a thought one on": onItem((item, n, talk) => isReasoning(item) && talk.body.input[n + 1]?.type, (item, talk, random, n) => {
    talk.body.input.splice(n, 2, talk.body.input[n + 1], item);
  }),
  "drop a phase": onItem((item) => item.phase, (item) => delete item.phase),
  "leave a message empty": onItem((item, n, talk) => item.type === "message" && talk.target.surface === "xai", (item) => (item.content = [])),
  "send a reference": onItem((item) => isReasoning(item) && item.id, (item, talk, random, n) => (talk.body.input[n] = { type: "item_reference", id: item.id })),
  "chain and repeat": config((talk) => talk.chained && talk.past?.length, (talk) => talk.body.input.unshift(...talk.past)),
  "take the stub of the stream": config((talk) => talk.stub && talk.body.input.some(({ id }) => id === talk.stub.id), (talk) => {
    talk.body.input.find(({ id }) => id === talk.stub.id).encrypted_content = talk.stub.encrypted_content;
  }),
  "say less in an old message": config((talk) => talk.body.input[0]?.role === "user" && !talk.chained, (talk) => (talk.body.input[0].content[0].text = "shorter")),
  "go to a model that does not reason": config((talk) => talk.target.surface === "openai", (talk, random) => {
    talk.body.model = talk.target.model = "gpt-4.1";
    if (random.chance(0.7)) talk.body = { ...talk.body, reasoning: undefined, include: undefined };
  }),
  "go to a model without ciphertext": config((talk) => talk.target.surface === "azure" && talk.body.include, (talk) => (talk.body.model = talk.target.model = Object.keys(OTHERS)[1])),
  "go to another account": config((talk) => !talk.chained, (talk) => (talk.target.account = talk.account = otherAccount(talk.target.account))),
};

const UPDATE = { type: "configuration_update", reasoning: { effort: "high" } };
const isSix = (talk) => /gpt-6/.test(talk.body.model);
const isEarlier = (talk) => !isSix(talk) && talk.target.surface !== "xai";

/** Damages of the features of GPT-6. */
export const SIX = {
  "ask for no effort": config(isSix, (talk) => (talk.body.reasoning = { effort: "none" })),
  "ask for a minimal effort": config(isSix, (talk) => (talk.body.reasoning = { effort: "minimal" })),
  "ask for the greatest effort": config(isSix, (talk) => (talk.body.reasoning = { effort: "max" })),
  "let a tool run on": config((talk) => isSix(talk) || isEarlier(talk), (talk) => (talk.body.tools[0].async = true)),
  "change the effort on the way": config((talk) => isSix(talk) || isEarlier(talk), (talk) => talk.body.input.push({ ...UPDATE })),
  "change the effort twice": config(isSix, (talk) => talk.body.input.push({ ...UPDATE }, { ...UPDATE, reasoning: { effort: "low" } })),
  "change the effort in pro mode": config(isSix, (talk) => {
    talk.body.input.push({ ...UPDATE });
    talk.body.reasoning = { ...talk.body.reasoning, mode: "pro" };
  }),
  "change the effort and truncate": config(isSix, (talk) => {
    talk.body.input.push({ ...UPDATE });
    talk.body.truncation = "auto";
  }),
  "say that a call runs on": onItem((item, n, talk) => item.type === "function_call" && isSix(talk), (item) => (item.async = true)),
};

export const PLAIN_RESPONSES = {
  "move the text into the summary": onItem((item) => isReasoning(item) && item.content, (item) => {
    item.summary = item.content.map(({ text }) => ({ type: "summary_text", text }));
    delete item.content;
  }),
  "do not think": config(() => true, (talk) => {
    talk.body.reasoning = { effort: "none" };
    talk.body.input = talk.body.input.filter((item) => !isReasoning(item));
  }),
};
