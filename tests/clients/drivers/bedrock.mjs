// The client of Amazon Bedrock.
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { talkOf } from "../talk.mjs";
import { SCHEMA, TOOLS } from "../tools.mjs";
import { adapters } from "../vendor.mjs";

const toolConfig = { tools: TOOLS.map((name) => ({ toolSpec: { name, inputSchema: { json: SCHEMA } } })) };

class Redirected extends NodeHttpHandler {
  constructor(vendor) {
    super();
    this.vendor = vendor;
  }

  handle(request, options) {
    this.vendor.received.push(Buffer.from(request.body).toString());
    const { hostname, path } = request;
    Object.assign(request, { protocol: "http:", hostname: "127.0.0.1", port: this.vendor.port, path: `/${hostname}${path}` });
    return super.handle(request, options);
  }
}

/** Returns a client whose connections lead to the simulator, after signing. */
export function bedrockClient(vendor) {
  const credentials = { accessKeyId: "no-key", secretAccessKey: "no-secret" };
  return new BedrockRuntimeClient({ region: "us-east-1", credentials, maxAttempts: 1, requestHandler: new Redirected(vendor) });
}

function open(vendor, options, modelId) {
  const client = adapters.guardBedrock(bedrockClient(vendor), options);
  return talkOf(client, (text) => ({ role: "user", content: [{ text }] }), async (history, isStream, resultOf) => {
    const input = { modelId, toolConfig, messages: history, additionalModelRequestFields: { thinking: { type: "adaptive" } } };
    const message = isStream ? await folded((await client.send(new ConverseStreamCommand(input))).stream) : (await client.send(new ConverseCommand(input))).output.message;
    const calls = message.content.filter(({ toolUse }) => toolUse);
    history.push(message);
    if (calls.length) history.push({ role: "user", content: calls.map(({ toolUse: { toolUseId, name } }) => ({ toolResult: { toolUseId, content: [{ text: resultOf(name) }] } })) });
    return calls.length;
  });
}

/** Returns the message of a stream's events. */
async function folded(stream) {
  const content = [];
  for await (const { contentBlockStart, contentBlockDelta } of stream) {
    if (contentBlockStart?.start?.toolUse) content[contentBlockStart.contentBlockIndex] = { toolUse: { ...contentBlockStart.start.toolUse, input: "" } };
    if (!contentBlockDelta) continue;
    const { contentBlockIndex: index, delta } = contentBlockDelta;
    if (delta.text !== undefined) content[index] = { text: (content[index]?.text ?? "") + delta.text };
    if (delta.toolUse) content[index].toolUse.input += delta.toolUse.input;
    if (delta.reasoningContent) content[index] = { reasoningContent: reasoned(content[index]?.reasoningContent, delta.reasoningContent) };
  }
  for (const { toolUse } of content) if (toolUse) toolUse.input = JSON.parse(toolUse.input || "{}");
  return { role: "assistant", content };
}

function reasoned(before, { text, signature, redactedContent }) {
  if (redactedContent) return { redactedContent: Buffer.concat([before?.redactedContent ?? Buffer.alloc(0), redactedContent]) };
  const { reasoningText = { text: "" } } = before ?? {};
  return { reasoningText: { ...reasoningText, text: reasoningText.text + (text ?? ""), ...(signature && { signature }) } };
}

export const drivers = [{ client: "@aws-sdk/client-bedrock-runtime", vendor: "Claude at Bedrock", open: (vendor, options) => open(vendor, options, "anthropic.claude-opus-4-8") }];
