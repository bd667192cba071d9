// Stores in Redis, by the common clients.
import { moduleOf } from "../../../../scripts/load-package.mjs";

const { redisStore } = await moduleOf("stores/index.js");

const ioredis = (name) => ({
  name: `redis by ${name}`,
  shared: true,
  server: "redis",
  open: async ({ redis: { socket }, space, ttlSeconds }) => {
    const { default: Redis } = await import(name);
    const client = new Redis(socket, { maxRetriesPerRequest: 1, retryStrategy: () => null });
    client.on("error", () => {});
    return { store: redisStore(client, { prefix: `${space}:`, ttlSeconds }), close: () => client.quit(), client };
  },
});

const nodeRedis = (name) => ({
  name: `redis by ${name}`,
  shared: true,
  server: "redis",
  open: async ({ redis: { socket }, space, ttlSeconds }) => {
    const { createClient } = await import(name);
    const client = createClient({ socket: { path: socket, reconnectStrategy: false } });
    client.on("error", () => {});
    await client.connect();
    const close = () => (client.close ? client.close() : client.quit());
    return { store: redisStore(client, { prefix: `${space}:`, ttlSeconds }), close, client };
  },
});

export const kinds = [...["ioredis", "ioredis6"].map(ioredis), ...["redis", "redis5", "redis4"].map(nodeRedis)];
