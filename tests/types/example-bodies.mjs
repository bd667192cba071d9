// The bodies for the examples in the declarations: an exchange with Anthropic's Messages API in which the model calls a tool.

const thinking = '{"type":"thinking","thinking":"Ask the tool.","signature":"EqQBCg=="}';
const call = '{"type":"tool_use","id":"toolu_1","name":"weather","input":{"city":"Oslo"}}';
const user = '{"role":"user","content":"How warm is it in Oslo?"}';
const result = '{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"4 degrees"}]}';
const request = (...messages) =>
  `{"model":"claude-sonnet-4-5","max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":1024},"tools":[{"name":"weather","input_schema":{"type":"object"}}],"messages":[${messages}]}`;

const events = [
  '{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],"usage":{"input_tokens":40,"output_tokens":1}}}',
  '{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Ask the tool."}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQBCg=="}}',
  '{"type":"content_block_stop","index":0}',
  '{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"weather","input":{}}}',
  '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"city\\":\\"Oslo\\"}"}}',
  '{"type":"content_block_stop","index":1}',
  '{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":30}}',
  '{"type":"message_stop"}',
];

export const BODIES = {
  request: request(user),
  response: `{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[${thinking},${call}],"stop_reason":"tool_use","usage":{"input_tokens":40,"output_tokens":30}}`,
  stream: events.map((event) => `event: ${JSON.parse(event).type}\ndata: ${event}\n\n`).join(""),
  next: request(user, `{"role":"assistant","content":[${thinking},${call}]}`, result),
};
