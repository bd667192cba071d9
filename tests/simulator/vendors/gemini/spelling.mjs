// Google's JSON accepts each member under two names: the camel case of its documentation and the snake case of its protocol buffers, which Python
// clients send. A request is read once into camel case, so that no check needs both. Arguments, results and schemas belong to the program and are
// unchanged.

// Tables of members; a value is a table of its members, or `true` if it is not changed. A signature does not belong inside a call. It is named here
// so that the check finds it there in both spellings.
const FUNCTION = { thought_signature: true, will_continue: true, partial_args: true, parts: () => PART };
const BLOB = { mime_type: true, display_name: true, file_uri: true };
const PART = {
  thought_signature: true,
  function_call: FUNCTION,
  function_response: FUNCTION,
  inline_data: BLOB,
  file_data: BLOB,
  executable_code: true,
  code_execution_result: true,
  tool_call: true,
  tool_response: true,
  video_metadata: { start_offset: true, end_offset: true },
  media_resolution: true,
  part_metadata: true,
};
const CONTENT = { parts: PART };
const THINKING = { include_thoughts: true, thinking_budget: true, thinking_level: true };
const GENERATION = { thinking_config: THINKING, max_output_tokens: true, response_mime_type: true, response_schema: true, stop_sequences: true, top_p: true, top_k: true };
const CALLING = { function_calling_config: { allowed_function_names: true } };
const REQUEST = {
  contents: CONTENT,
  system_instruction: CONTENT,
  generation_config: GENERATION,
  tools: { function_declarations: true },
  tool_config: CALLING,
  safety_settings: true,
  cached_content: true,
  continuation_token: true,
};

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Returns a request with every known member in camel case. Unknown names stay, for a check to refuse. */
export const inCamelCase = (body) => spelled(body, { ...REQUEST, generate_content_request: REQUEST });

function spelled(value, names) {
  if (Array.isArray(value)) return value.map((one) => spelled(one, names));
  if (value === null || typeof value !== "object") return value;
  const known = new Map(Object.entries(names).flatMap(([name, inner]) => [[name, [camel(name), inner]], [camel(name), [camel(name), inner]]]));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => {
    const [own, inner] = known.get(name) ?? [name, true];
    return [own, inner === true ? one : spelled(one, typeof inner === "function" ? inner() : inner)];
  }));
}
