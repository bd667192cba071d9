// A Hono app that passes a page's question on, in any worker.
import { Hono } from "hono";
import { guard } from "rethought/guard";

const fetch = guard(undefined, { mode: "repair", conversation: (_, headers) => headers.get("x-user") ?? undefined });
const app = new Hono();
app.post("/", async ({ req, env, executionCtx }) => {
  const headers = { "x-api-key": env.ANTHROPIC_API_KEY, "anthropic-version": "2023-06-01", "content-type": "application/json", "x-user": req.header("x-user") };
  const response = await fetch("https://api.anthropic.com/v1/messages", { method: "POST", headers, body: await req.text() });
  executionCtx.waitUntil(fetch.settled());
  return response;
});
export default app;
