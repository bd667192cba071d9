// Messages of Pydantic AI: the requests of its models beside ours, on messages that it stored itself. It is a Python package, so `npm run prove`
// installs it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { loadPackage } from "../../../scripts/load-package.mjs";
import { root } from "../../../scripts/paths.mjs";
import { ensurePython, hasPython } from "../../../scripts/python.mjs";
import { Skip, test } from "../../skip.mjs";
import { compare, MODELS, TARGETS } from "../compare.mjs";
import { PICTURE } from "../talks.mjs";

const { convert } = await loadPackage();
const requirements = fileURLToPath(new URL("../requirements.txt", import.meta.url));
const script = fileURLToPath(new URL("../bodies.py", import.meta.url));
const home = join(root, "target", "frameworks", "python");

const detailsOf = {
  anthropic: ({ texts, handle, isRedacted }) => [{ content: texts[0] ?? "", signature: handle, ...(isRedacted && { id: "redacted_thinking" }) }],
  openai: ({ id, texts, handle }) => (texts.length ? texts : [""]).map((content, nth) => ({ id, content, ...(nth === 0 && { signature: handle }) })),
  google: ({ texts }) => [{ content: texts[0] }],
};

function partsOf(part) {
  if (part.kind === "text") return [{ content: part.text, part_kind: "text" }];
  if (part.kind === "thought") return detailsOf[part.issuer](part).map((own) => ({ ...own, provider_name: part.issuer, part_kind: "thinking" }));
  const signed = part.handle && { provider_name: "google", provider_details: { thought_signature: part.handle } };
  return [{ tool_name: part.name, args: part.input, tool_call_id: part.id, ...signed, part_kind: "tool-call" }];
}

function spell({ system, turns }) {
  const messages = [];
  let parts = system ? [{ content: system, part_kind: "system-prompt" }] : [];
  for (const { user, picture, issuer, steps } of turns) {
    parts.push({ content: picture ? [user, { data: PICTURE, media_type: "image/png", kind: "binary" }] : user, part_kind: "user-prompt" });
    for (const step of steps) {
      messages.push({ parts, kind: "request" }, { parts: step.parts.flatMap(partsOf), provider_name: issuer, kind: "response" });
      parts = step.results.map(({ id, name, text, failed }) => ({ tool_name: name, content: text, tool_call_id: id, ...(failed && { outcome: "failed" }), part_kind: "tool-return" }));
    }
  }
  return [...messages, { parts, kind: "request" }];
}

/** The framework makes visible text of a thought that the vendor would refuse, with a tag around it. */
const isForeign = (line) => /^(assistant text <think>|user text <assistant_thinking>)\n/.test(line);

/** Calls the framework's model of a vendor, which returns the body that it sends for messages, and these as it stores them. */
async function withFramework(vendor, use) {
  const isLong = Boolean(process.env.RETHOUGHT_LONG);
  const python = isLong ? await ensurePython(home, requirements, "Pydantic AI") : hasPython(home, requirements) && join(home, "bin", "python");
  if (!python) throw new Skip(isLong ? "python3 was not found" : "npm run prove installs Pydantic AI");
  const child = spawn(python, [script, vendor, MODELS[vendor]], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = async (messages) => {
    child.stdin.write(`${JSON.stringify(messages)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("Pydantic AI gave up");
    const { body, stored } = JSON.parse(value);
    messages.splice(0, messages.length, ...stored);
    return body;
  };
  try {
    return await use(send);
  } finally {
    child.kill();
  }
}

const against = (vendor) => withFramework(vendor, (send) => compare({ format: "pydantic-ai", vendor, spell, send, isForeign, count: 1000 }));

/** Signatures in the spellings of Google's clients for Python and for Go, in messages that we wrote: the framework sends the same bytes. */
const signatures = () =>
  withFramework("google", async (send) => {
    const spellings = ["-__-AAEC", "-__-AA", "-__-AA==", "+//+AAEC"];
    for (const thoughtSignature of spellings) {
      const call = { role: "model", parts: [{ functionCall: { name: "look", args: {} }, thoughtSignature }] };
      const request = { contents: [{ role: "user", parts: [{ text: "Look." }] }, call, { role: "user", parts: [{ functionResponse: { name: "look", response: { output: "rain" } } }] }] };
      const { contents } = await send(convert(request, { from: TARGETS.google, to: "pydantic-ai" }).request);
      const [sent] = contents.flatMap(({ parts }) => parts).flatMap((part) => part.thoughtSignature ?? []);
      assert.deepEqual(Buffer.from(sent ?? "", "base64"), Buffer.from(thoughtSignature, "base64"), thoughtSignature);
    }
    return `${spellings.length} spellings`;
  });

test("signatures of Gemini that we wrote: Pydantic AI decodes and sends them", async (t) => t.diagnostic(await signatures()));

for (const vendor of ["anthropic", "openai"]) {
  test(`messages of Pydantic AI to ${vendor}: the same thoughts in the same places`, async (t) => t.diagnostic(await against(vendor)));
}
