// The client of Google, for Gemini's API and for Vertex.
import { guard } from "../guard/parts.js";
import { expect, withGuard } from "./guarded.js";
import { watched } from "./unused-fetch.js";

export function guardGoogleGenAI(client, options) {
  const settings = client?.apiClient?.clientOptions;
  expect(settings?.httpOptions && typeof client.constructor === "function" && client.models, "a client of @google/genai");
  const { vertexai, project, location, apiKey, apiVersion, httpOptions } = client;
  const fetch = guard(settings.httpOptions.fetch, options);
  const made = new client.constructor({ vertexai, project, location, apiKey, apiVersion, httpOptions: { ...httpOptions, fetch } });
  // Credentials stand nowhere else.
  made.apiClient.clientOptions.auth = settings.auth;
  return withGuard(watched(made, "a client of Google", fetch, ["models.generateContent", "models.generateContentStream"]), fetch);
}
