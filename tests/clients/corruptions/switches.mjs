// Rows of LangChain in a history that another vendor began. `throws` is the error of a package that makes no request from it, and `removes` lists the
// rules of handles that a repair removes although the row is not repaired.
import { drivers } from "../drivers/langchain.mjs";

const openOf = (name) => drivers.find(({ client }) => client === name).open;
const [CLAUDE, GPT] = ["@langchain/anthropic", "@langchain/openai responses"].map(openOf);
const callsIn = ({ contents }) => contents.flatMap(({ parts }) => parts).filter(({ functionCall }) => functionCall).length;
const throwing = { unmended: "it throws before there is a request" };
const vanished = { package: "@langchain/google", to: openOf("@langchain/google"), isLost: (body) => callsIn(body) === 0, rule: "stray-function-response", unmended: "the call is on record in the words of another vendor" };

export const switches = [
  { ...throwing, package: "@langchain/aws", corrupts: "throws on a thought of Claude", from: CLAUDE, to: openOf("@langchain/aws"), plan: { runs: [["text"]] }, throws: /Unsupported content block type: thinking/ },
  { ...throwing, package: "@langchain/google-genai", corrupts: "throws on a redacted thought of Claude", from: CLAUDE, to: openOf("@langchain/google-genai"), plan: { runs: [["redacted"]] }, throws: /Unknown content type redacted_thinking/ },
  {
    package: "@langchain/google-genai",
    corrupts: "sends a call of Claude twice",
    from: CLAUDE,
    to: openOf("@langchain/google-genai"),
    plan: { runs: [["text"]] },
    isLost: (body) => callsIn(body) === 2,
    rule: "unequal-function-responses",
    removes: ["foreign-thought-signature"],
    unmended: "the call is on record in the words of another vendor",
  },
  { ...vanished, corrupts: "leaves out the calls of Claude", from: CLAUDE, plan: { runs: [["text"]] } },
  { ...vanished, corrupts: "leaves out the calls of GPT", from: GPT, plan: { runs: [["text"]] } },
];
