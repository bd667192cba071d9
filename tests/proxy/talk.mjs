// The calls of a conversation through a proxy.
import { requestOf } from "../simulator/converse.mjs";
import { pathTo } from "./drive.mjs";

/** Returns the call of the next step: its path at the proxy, and the arguments of fetch. */
export function callOf({ client, talk, host }, streamed, headers = {}, edit = (text) => text) {
  const { path, headers: own, text } = requestOf(client, talk, streamed);
  const body = edit(text);
  return { path: `${pathTo(host)}${path}`, init: { method: "POST", headers: { ...own, "content-type": "application/json", authorization: `Bearer ${talk.target.account}`, ...headers }, body } };
}
