// A client of Redis as people have it: with the options that it comes with, by which it waits for a server that is gone and finds it again.
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
