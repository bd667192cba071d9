// Writes a story into a reply of the simulator. Arguments, headings and token counts are not signed, so they may be changed.

/** Returns the parsed reply with the turn of the story in it. `sent` is the request that it answers, `seconds` its time. */
export function writeStory(wire, text, { thinks = [], says, calls = [] }, sent, seconds) {
  const body = JSON.parse(text);
  const args = calls.map((call) => call.args);
  WRITERS[wire](body, { thinks, input: count(sent), output: count([thinks, says, args]), args, seconds });
  return body;
}

// Approximates the count of a tokenizer.
const count = (value) => Math.ceil(JSON.stringify(value).length / 4);

const WRITERS = {
  "anthropic-messages"(body, { args, input, output }) {
    for (const block of body.content) if (block.type === "tool_use") block.input = args.shift();
    body.usage = { input_tokens: input, output_tokens: output };
  },
  "openai-responses"(body, { args, input, output }) {
    for (const item of body.output) if (item.type === "function_call") item.arguments = JSON.stringify(args.shift());
    body.usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
  },
  "gemini-generate"(body, { args, thinks, input, output }) {
    for (const part of body.candidates[0].content.parts) {
      if (part.thought) part.text = thinks[0].text;
      if (part.functionCall) part.functionCall.args = args.shift();
    }
    body.usageMetadata = { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output };
  },
  "openai-chat": chat,
  "openrouter-chat": chat,
};

function chat(body, { args, input, output, seconds }) {
  if (body.created) body.created = seconds;
  for (const call of body.choices[0].message.tool_calls ?? []) call.function.arguments = JSON.stringify(args.shift());
  body.usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
