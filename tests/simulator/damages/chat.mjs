// Damages of the chat hosts: fields renamed, nulled, doubled, moved into tags; switches.
const replies = (talk) => talk.body.messages.map((message, n) => ({ message, n })).filter(({ message }) => message.role === "assistant");
const some = (random, list) => (list.length ? random.pick(list) : null);
const FIELDS = ["reasoning_content", "reasoning"];
const fieldOf = (message) => FIELDS.find((field) => typeof message[field] === "string");

const onReply = (fits, change) => (talk, random) => {
  const found = some(random, replies(talk).filter(({ message }) => fits(message, talk)));
  if (!found) return null;
  change(found.message, random, talk);
  return { where: `/messages/${found.n}` };
};

const rename = (to) => onReply((message) => fieldOf(message) && fieldOf(message) !== to, (message) => {
  message[to] = message[fieldOf(message)];
  delete message[FIELDS.find((field) => field !== to)];
});

const only = (names, change) => (talk, random, pool, kind) => (names.some((name) => kind === `chat:${name}`) && change(talk, random) !== false ? { where: "/" } : null);

export const CHAT = {
  "rename to reasoning": rename("reasoning"),
  "rename to reasoning_content": rename("reasoning_content"),
  "add an empty reasoning_content": onReply((message) => message.reasoning_content === undefined, (message) => (message.reasoning_content = "")),
  "add a reasoning": onReply((message, talk) => message.reasoning === undefined && /groq|mistral|openai/.test(talk.target.host), (message) => (message.reasoning = "well")),
  "null the field": onReply(fieldOf, (message) => (message[fieldOf(message)] = null)),
  "write the thought in tags": onReply((message) => fieldOf(message) && typeof message.content === "string", (message) => {
    message.content = `<think>${message[fieldOf(message)]}</think>${message.content}`;
    delete message[fieldOf(message)];
  }),
  "write the thought in tags too": onReply((message, talk) => talk.target.host.includes("minimax") && message.reasoning_details, (message) => {
    message.content = `<think>${message.reasoning_details[0].text}</think>${message.content}`;
  }),
  "null the content of a call": onReply((message) => message.tool_calls && typeof message.content === "string", (message) => (message.content = null)),
  "force a tool": (talk, random, pool, kind) => {
    // DeepSeek's behaviour before it called tools while thinking is unknown.
    if (kind !== "chat:qwen" && !(kind === "chat:deepseek" && talk.target.era >= "2025-12")) return null;
    talk.body.tool_choice = random.pick(["required", { type: "function", function: { name: "grep" } }]);
    return { where: "/tool_choice" };
  },
  "do not think": only(["deepseek", "kimi", "mimo", "glm", "qwen"], (talk) => {
    if (talk.body.model.startsWith("kimi-k2.7")) return false;
    talk.body.thinking = { type: "disabled" };
    talk.body.enable_thinking = false;
    for (const { message } of replies(talk)) delete message.reasoning_content;
  }),
  "send no tools": only(["deepseek"], (talk) => void delete talk.body.tools),
  "ask for thinking and effort": only(["kimi"], (talk) => {
    talk.body.thinking ??= { type: "enabled" };
    talk.body.reasoning_effort = "high";
  }),
  "enable thinking": only(["minimax"], (talk) => void (talk.body.thinking = { type: "enabled" })),
  "ask for a format and against it": only(["groq"], (talk) => void Object.assign(talk.body, { reasoning_format: "parsed", include_reasoning: true })),
  "go to a model that does not reason": only(["groq"], (talk) => void (talk.body.model = talk.target.model = "llama-3.3-70b-versatile")),
  "go to a model of the other wire": only(["openai"], (talk) => void (talk.body.model = talk.target.model = "gpt-5.6-sol-2026-07-09")),
  // An older model does not think by default. It is refused only with an effort, and in other words.
  "ask an older model of the other wire for an effort": only(["openai"], (talk) => {
    talk.body.model = talk.target.model = "gpt-5.4-mini";
    talk.body.reasoning_effort = "low";
  }),
  "put a signature into a call's id": (talk, random, pool, kind) => {
    const found = kind === "chat:openai" ? some(random, replies(talk).filter(({ message }) => message.tool_calls)) : null;
    if (!found) return null;
    const call = found.message.tool_calls[0];
    const id = `${call.id}__thought__${random.letters(40)}`;
    for (const message of talk.body.messages) if (message.tool_call_id === call.id) message.tool_call_id = id;
    call.id = id;
    return { where: `/messages/${found.n}` };
  },
  "write a thought as one string": onReply((message) => Array.isArray(message.content) && message.content[0].type === "thinking", (message) => (message.content[0].thinking = message.content[0].thinking[0].text)),
  "speak after a result": (talk, random, pool, kind) => {
    if (kind !== "chat:mistral" || talk.body.messages.at(-1).role !== "tool") return null;
    talk.body.messages.push({ role: "user", content: "go on" });
    return { where: "/messages" };
  },
  "let the model speak once more": (talk, random, pool, kind) => {
    if (kind !== "chat:sglang") return null;
    talk.body.messages.push({ role: "assistant", content: "well" });
    return { where: "/messages" };
  },
};

const details = (message) => message.reasoning_details?.length;

export const OPENROUTER = {
  "keep fragments of a stream": onReply((message) => message.reasoning_details?.some((one) => one.signature && one.text?.length > 4), (message) => {
    const at = message.reasoning_details.findIndex((one) => one.signature && one.text?.length > 4);
    const { signature, text, ...rest } = message.reasoning_details[at];
    message.reasoning_details.splice(at, 1, { ...rest, text: text.slice(0, 4) }, { ...rest, text: text.slice(4) }, { ...rest, signature });
  }),
  "join thoughts of two indices": onReply((message) => message.reasoning_details?.filter((one) => one.text).length > 1, (message) => {
    const texts = message.reasoning_details.filter((one) => one.text);
    texts[0].text = texts.map((one) => one.text).join("");
    message.reasoning_details = message.reasoning_details.filter((one) => !texts.slice(1).includes(one));
  }),
  "name details in camel case": onReply(details, (message) => {
    message.reasoningDetails = message.reasoning_details;
    delete message.reasoning_details;
  }),
  "give a call another id": onReply((message) => details(message) && message.tool_calls, (message, random, talk) => {
    const [call] = message.tool_calls;
    const id = `call_${random.letters(12)}`;
    for (const one of talk.body.messages) if (one.tool_call_id === call.id) one.tool_call_id = id;
    call.id = id;
  }),
  "keep details only": onReply(details, (message) => {
    delete message.reasoning;
  }),
  "empty the details": onReply(details, (message) => (message.reasoning_details = [])),
  "delete details and text": onReply(details, (message) => {
    delete message.reasoning_details;
    delete message.reasoning;
  }),
  "repeat a format": onReply(details, (message) => (message.reasoning_details[0].format = `${message.reasoning_details[0].format}${message.reasoning_details[0].format}`)),
  "claim another format": onReply((message) => message.reasoning_details?.some((one) => one.data), (message, random, talk) => {
    const one = message.reasoning_details.find(({ data }) => data);
    one.format = /openai/.test(one.format) ? "azure-openai-responses-v1" : "openai-responses-v1";
    one.data = `gAAAA${random.letters(60)}`;
  }),
  "put summary and data into one": onReply((message) => message.reasoning_details?.some((one) => one.data), (message) => (message.reasoning_details.find(({ data }) => data).summary = "both")),
  "reorder details": onReply((message) => message.reasoning_details?.length > 1, (message) => message.reasoning_details.reverse()),
  "ask for no effort": (talk) => {
    talk.body.reasoning = { effort: "none" };
    return { where: "/reasoning" };
  },
};
