// A request of a wire as lines, one for each thing the model sees, so that thoughts can be compared with their neighbours.

/** Returns the lines of a request of a vendor's own wire. */
export const outlineOf = (vendor, body) => OUTLINES[vendor](body);

const OUTLINES = { anthropic, openai, google };

function anthropic({ messages }) {
  const line = (role, block) => {
    if (typeof block === "string") return `${role} text ${block}`;
    if (block.type === "thinking") return `thought ${block.thinking} ${block.signature}`;
    if (block.type === "redacted_thinking") return `thought redacted ${block.data}`;
    if (block.type === "text") return `${role} text ${block.text}`;
    if (block.type === "tool_use") return `call ${block.id}`;
    if (block.type === "tool_result") return `result ${block.tool_use_id}${block.is_error ? " failed" : ""}`;
    return `${role} ${block.type}`;
  };
  return messages.flatMap(({ role, content }) => [content].flat().map((block) => line(role, block)));
}

function openai({ input }) {
  return input.flatMap((item) => {
    if (item.type === "reasoning") {
      const texts = [...item.summary.map(({ text }) => text), ...(item.content ?? []).map(({ text }) => `open ${text}`)];
      return [`thought ${texts.join(" | ")} ${item.encrypted_content}`];
    }
    if (item.type === "function_call") return [`call ${item.call_id}`];
    if (item.type === "function_call_output") return [`result ${item.call_id}`];
    if (item.type === "item_reference") return [`reference ${item.id}`];
    const { role } = item;
    // Instructions are here or beside the input.
    if (role === "system" || role === "developer") return [];
    return [item.content].flat().map((part) => (typeof part === "string" ? `${role} text ${part}` : part.text === undefined ? `${role} ${part.type}` : `${role} text ${part.text}`));
  });
}

function google({ contents }) {
  return contents.flatMap(({ role, parts }) =>
    parts.map((part) => {
      const signature = part.thoughtSignature ? ` signed ${part.thoughtSignature}` : "";
      if (part.thought) return `thought ${part.text}${signature}`;
      if (part.functionCall) return `call ${part.functionCall.name} ${JSON.stringify(part.functionCall.args)}${signature}`;
      if (part.functionResponse) return `result ${part.functionResponse.name}`;
      return part.text === undefined ? `${role} medium` : `${role} text ${part.text}${signature}`;
    }),
  );
}

/** Returns the first line that differs, with the lines before it. */
export function differenceOf(theirs, ours) {
  const at = theirs.findIndex((line, nth) => line !== ours[nth]);
  const nth = at < 0 && theirs.length !== ours.length ? theirs.length : at;
  return nth < 0 ? undefined : { theirs: theirs[nth], ours: ours[nth], before: theirs[nth - 1] };
}
