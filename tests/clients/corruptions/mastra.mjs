// Rows of Mastra.
import { drivers } from "../drivers/mastra.mjs";

const openOf = (name) => drivers.find(({ client }) => client === `${name}, @ai-sdk/anthropic`).open;
const thoughtsOf = ({ content }) => content.filter(({ type }) => type.endsWith("thinking"));
const callsOf = ({ content }) => content.filter(({ type }) => type === "tool_use");
const mastra = { package: "@mastra/core", wire: "anthropic", plan: { runs: [["omitted"]] }, rule: "dropped-thought" };

export const rows = [false, true].flatMap((isStream) => [
  {
    ...mastra,
    corrupts: `of thoughts without a text the first is kept, Claude, ${isStream ? "streamed" : "whole"}`,
    isStream,
    open: openOf("@mastra/core"),
    isLost: (given, [message]) => callsOf(given).length > 0 && thoughtsOf(message).length < thoughtsOf(given).length,
  },
  {
    ...mastra,
    corrupts: `from run to run answers become one message, Claude, ${isStream ? "streamed" : "whole"}`,
    isStream,
    open: openOf("@mastra/core from run to run"),
    isLost: (given, [message]) => callsOf(message).length > callsOf(given).length,
    unmended: "a message takes nothing behind a call but calls, so the thought stays out",
  },
]);
