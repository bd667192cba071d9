// Damages that only threads have: an unknown id, an answer that was already continued, fields of the thread, and members of a whole replay.
import { copy } from "../json.mjs";
import { BETAS } from "../vendors/anthropic/models.mjs";

const some = (random, list) => (list.length ? random.pick(list) : null);
const continues = (talk) => talk.body.thread?.type === "continue";
const config = (fits, change) => (talk, random) => (fits(talk) ? (change(talk, random), { where: "/" }) : null);
const isThought = ({ type }) => type.endsWith("thinking");

/** Replaces a delta by the whole history. */
function replay(talk) {
  talk.body = { ...talk.body, ...talk.fixed, thread: { type: "create" }, messages: copy(talk.history) };
}

export const THREADS = {
  "continue a thread that nobody holds": config(continues, (talk, random) => (talk.body.thread.previous_message_id = `msg_${random.letters(24)}`)),
  "continue from an earlier answer": config((talk) => continues(talk) && talk.past.length > 1, (talk, random) => (talk.body.thread.previous_message_id = random.pick(talk.past.slice(0, -1)))),
  "change the system prompt of a thread": config(continues, (talk) => (talk.body.system = "be brief")),
  "change the tools of a thread": config((talk) => continues(talk) && talk.fixed.tools?.length, (talk) => (talk.body.tools = talk.fixed.tools.slice(1))),
  "forget the beta of threads": config(continues, (talk) => {
    talk.target.betas = talk.target.betas.filter((beta) => beta !== BETAS.threads).concat(BETAS.binding);
    talk.headers["anthropic-beta"] = talk.target.betas.join(",");
  }),
  "manage the context of a thread": config((talk) => talk.body.thread, (talk) => (talk.body.context_management = { edits: [{ type: "clear_tool_uses_20250919" }] })),
  "fall back from a thread": config((talk) => talk.body.thread, (talk) => (talk.body.fallbacks = [{ model: "claude-sonnet-5" }])),
  "repeat the tools of a thread": config(continues, (talk) => (talk.body.tools = talk.fixed.tools)),
  "send the whole history instead": config(continues, replay),
  "send the history without a thread": config(continues, (talk) => {
    replay(talk);
    delete talk.body.thread;
  }),
  "send the whole history, its thoughts dropped": config((talk) => continues(talk) && talk.history.some(({ role, content }) => role === "assistant" && content.some(isThought)), (talk) => {
    replay(talk);
    for (const message of talk.body.messages) if (message.role === "assistant") message.content = message.content.filter((block) => !isThought(block));
  }),
  "send the whole history, a signature edited": (talk, random) => {
    if (!continues(talk)) return null;
    const blocks = talk.history.flatMap(({ role, content }, i) => (role === "assistant" ? content.map((block, j) => ({ block, i, j })) : [])).filter(({ block }) => block.signature);
    const found = some(random, blocks);
    if (!found) return null;
    replay(talk);
    talk.body.messages[found.i].content[found.j].signature = found.block.signature.replace(/.{8}$/, "AAAAAAA=");
    return { where: `/messages/${found.i}/content/${found.j}` };
  },
  "ask more at once": config(continues, (talk, random) => talk.body.messages.push({ role: "user", content: random.words(2, 4) })),
};

/** Members that a client sends if it treats such a host as Anthropic. */
export const STATELESS = {
  "continue a thread where none is held": (talk, random) => {
    const at = talk.body.messages.findLastIndex(({ role }) => role === "assistant");
    if (at < 0) return null;
    talk.body.messages.splice(0, at + 1);
    talk.body.thread = { type: "continue", previous_message_id: `msg_${random.letters(24)}` };
    return { where: "/thread" };
  },
  "create a thread where none is held": (talk) => {
    talk.body.thread = { type: "create" };
    return { where: "/thread" };
  },
};
