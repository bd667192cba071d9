// An ordinary client of Redis: with its default options, it waits for a lost server and reconnects.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tests } from "../../../scripts/paths.mjs";

export async function redisClient(socket) {
  const path = createRequire(join(tests, "package.json")).resolve("ioredis");
  const { Redis } = await import(pathToFileURL(path).href);
  const client = new Redis(socket);
  // Without a listener it prints each failure to connect.
  client.on("error", () => {});
  return client;
}
