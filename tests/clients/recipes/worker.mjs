// A worker that passes a page's question on. `rethought` starts its wasm by itself on Node, Deno, Bun, Cloudflare and Vercel.
import { guard } from "rethought/guard";

const fetch = guard(undefined, { mode: "repair", conversation: (_, headers) => headers.get("x-user") ?? undefined });
const worker = {
  async fetch(request, env, context) {
    const headers = { "x-api-key": env.ANTHROPIC_API_KEY, "anthropic-version": "2023-06-01", "content-type": "application/json", "x-user": request.headers.get("x-user") };
    const response = await fetch("https://api.anthropic.com/v1/messages", { method: "POST", headers, body: await request.text() });
    context.waitUntil(fetch.settled());
    return response;
  },
};
export default worker;
