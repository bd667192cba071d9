// The name of the conversation that runs, by the async context of the program.
import { InputError } from "../errors/index.js";
import { nodeModule } from "./node-module.js";

let storage;

/** Runs a function whose guarded calls, and those of all that it begins, belong to one conversation. */
export function withConversation(id, run) {
  if (typeof id !== "string" || !id) throw new InputError("id is the name of a conversation", { code: "E_INPUT", pointer: "/id" });
  if (typeof run !== "function") throw new InputError("run is a function", { code: "E_INPUT", pointer: "/run" });
  storage ??= newStorage();
  return storage.run(id, run);
}

/** The conversation that runs here, if one does. */
export const currentConversation = () => storage?.getStore();

function newStorage() {
  const AsyncLocalStorage = nodeModule("node:async_hooks")?.AsyncLocalStorage ?? globalThis.AsyncLocalStorage;
  if (!AsyncLocalStorage) throw new InputError("this runtime has no AsyncLocalStorage: name the conversation by the option conversation of guard", { code: "E_INPUT" });
  return new AsyncLocalStorage();
}
