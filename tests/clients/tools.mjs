// The tools of every loop, and a key.
export const KEY = "no-key";
export const TOOLS = ["read_file", "grep", "run"];
export const SCHEMA = { type: "object", properties: { path: { type: "string" } } };
