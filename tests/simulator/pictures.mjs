// Pictures and documents in a conversation, in the form of each wire: beside a question, and in a result if the wire allows it.

/** Returns a picture by data or by address, or a document by data. */
export function mediumOf(random) {
  if (random.chance(0.2)) return { kind: "document", mime: "application/pdf", name: "notes", data: Buffer.from(`%PDF-1.4 ${random.words(2, 4)}`).toString("base64") };
  const mime = random.pick(["image/png", "image/jpeg", "image/gif", "image/webp"]);
  if (random.chance(0.4)) return { kind: "image", mime, url: `https://pictures.example/${random.letters(8)}.${mime.slice(6)}` };
  return { kind: "image", mime, data: Buffer.from(random.words(3, 9)).toString("base64") };
}

const dataUrl = ({ mime, data, url }) => url ?? `data:${mime};base64,${data}`;

const anthropic = ({ kind, mime, data, url }) => ({ type: kind, source: url ? { type: "url", url } : { type: "base64", media_type: mime, data } });
const converse = ({ kind, mime, name, data }) => (kind === "image" ? { image: { format: mime.slice(6), source: { bytes: data } } } : { document: { format: "pdf", name, source: { bytes: data } } });
const responses = (medium) => (medium.kind === "image" ? { type: "input_image", image_url: dataUrl(medium), detail: "auto" } : { type: "input_file", filename: `${medium.name}.pdf`, file_data: dataUrl(medium) });
const gemini = ({ mime, data, url }) => (url ? { fileData: { fileUri: url, mimeType: mime } } : { inlineData: { mimeType: mime, data } });
const chat = (medium) => (medium.kind === "image" ? { type: "image_url", image_url: { url: dataUrl(medium) } } : { type: "file", file: { filename: `${medium.name}.pdf`, file_data: dataUrl(medium) } });

/** The last question as a list of contents, with a medium in it. */
const ASK = {
  "anthropic-messages": (last, medium) => ({ ...last, content: [anthropic(medium), { type: "text", text: last.content }] }),
  "bedrock-converse": (last, medium) => ({ ...last, content: [converse(medium), ...last.content] }),
  "openai-responses": (last, medium) => ({ ...last, content: [...last.content, responses(medium)] }),
  "gemini-generate": (last, medium) => ({ ...last, parts: [gemini(medium), ...last.parts] }),
  "openrouter-chat": (last, medium) => ({ ...last, content: [{ type: "text", text: last.content }, chat(medium)] }),
  "openai-chat": (last, medium) => ({ ...last, content: [{ type: "text", text: last.content }, chat(medium)] }),
  "mistral-chat": (last, medium) => ({ ...last, content: [{ type: "text", text: last.content }, { type: "image_url", image_url: dataUrl(medium) }] }),
};

/** The last results with a medium in one of them. */
const RESULT = {
  "anthropic-messages": ({ content: [first, ...rest], ...last }, medium) => ({ ...last, content: [{ ...first, content: [{ type: "text", text: first.content }, anthropic(medium)] }, ...rest] }),
  "bedrock-converse": ({ content: [{ toolResult }, ...rest], ...last }, medium) => ({ ...last, content: [{ toolResult: { ...toolResult, content: [...toolResult.content, converse(medium)] } }, ...rest] }),
  "openai-responses": (last, medium) => ({ ...last, output: [{ type: "input_text", text: last.output }, responses(medium)] }),
  "gemini-generate": ({ parts: [{ functionResponse }, ...rest], ...last }, medium) => ({ ...last, parts: [{ functionResponse: { ...functionResponse, parts: [gemini(medium)] } }, ...rest] }),
  "openrouter-chat": (last, medium) => ({ ...last, content: [{ type: "text", text: last.content }, chat(medium)] }),
};

/** Adds a medium to the client's last message, if its host accepts it there. `isResult`: the message has results. */
export function addMedium({ body, target }, medium, isResult) {
  const { wire, host, model } = target;
  const put = (isResult ? RESULT : ASK)[wire];
  // These hosts accept only texts; Converse and Kimi accept data. Only the newer models and larger vendors accept documents and results with
  // pictures.
  if (!put || /deepseek|groq/.test(host) || (/^bedrock/.test(wire) || /moonshot/.test(host)) && medium.url) return;
  if (medium.kind === "document" && /chat/.test(wire) && wire !== "openrouter-chat") return;
  if (isResult && wire === "gemini-generate" && (!/gemini-[3-9]/.test(model) || medium.url)) return;
  const list = body.messages ?? body.contents ?? body.input;
  list.push(put(list.pop(), medium));
}
