// Stores over clients of __title__: here one in memory. Open the real client in its place, and set `shared` if several processes can reach it.
import { moduleOf } from "../../../../scripts/load-package.mjs";

const { __camel__Store } = await moduleOf("stores/index.js");
const memories = new Map();

/** A client over the values of a place. */
function clientOf(space) {
  if (!memories.has(space)) memories.set(space, new Map());
  const values = memories.get(space);
  return {
    readMany: async (keys) => keys.map((key) => values.get(key)),
    writeAbsent: async (entries) => {
      for (const [key, value] of entries) if (!values.has(key)) values.set(key, value);
    },
  };
}

export const kinds = [{ name: "__kebab__ in memory", open: async ({ space }) => ({ store: __camel__Store(clientOf(space)) }) }];
