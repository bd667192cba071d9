// LiteLLM, in a separate process that answers line by line.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SOURCES = ["anthropic-messages", "openai-responses", "openai-chat", "gemini-generate"];
const TARGETS = [...SOURCES, "bedrock-converse", "mistral-chat", "cohere-chat", "openrouter-chat", "ollama-chat"];

/** It sends these to an endpoint of another wire. */
const ELSEWHERE = ["anthropic-messages openai-chat", "openai-responses openai-chat", "openai-responses openrouter-chat"];

export async function litellm({ python }) {
  const child = spawn(python, ["-B", fileURLToPath(new URL("ask_litellm.py", import.meta.url))], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => line.startsWith("{") && waiting.shift()?.resolve(JSON.parse(line)));
  let ended;
  child.on("exit", (code) => {
    ended = new Error(`LiteLLM ended with ${code}`);
    waiting.forEach(({ reject }) => reject(ended));
  });
  const answer = () => (ended ? Promise.reject(ended) : new Promise((resolve, reject) => waiting.push({ resolve, reject })));
  const asked = (question) => {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    return answer();
  };
  const { version } = await answer();
  return {
    name: "LiteLLM",
    version,
    from: SOURCES,
    to: TARGETS,
    notGiven: ["stream"],
    supports: (from, to) => !ELSEWHERE.includes(`${from} ${to}`),
    convert: async ({ text, wire }, to, model) => {
      const { text: made, error } = await asked({ text, wire, to, model });
      if (error) throw new Error(error);
      return { text: made };
    },
    /** Times a conversion in its own process, beside the baseline there. */
    time: ({ text, wire }, to, model, rounds) => asked({ text, wire, to, model, rounds }),
    close: async () => {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
