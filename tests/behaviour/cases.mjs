// The case folders of tests/data/codecs, for the tests of the package.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = new URL("./codecs/", import.meta.url).pathname;
const STREAMS = ["in.sse", "in.ndjson", "in.array", "in.frames"];

/** Every case: its name, its wire, the received body or stream, and the expected result. */
export const CASES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: wire }) => readdirSync(join(FOLDER, wire)).map((name) => read(wire, name)));

function read(wire, name) {
  const bytes = (file) => new Uint8Array(readFileSync(join(FOLDER, wire, name, file)));
  const stream = STREAMS.find((file) => existsSync(join(FOLDER, wire, name, file)));
  return {
    name: `${wire}/${name}`,
    wire,
    stream: stream && bytes(stream),
    isText: stream !== "in.frames",
    body: bytes(stream ? "body.json" : "in.json"),
    request: bytes("request.json"),
    next: bytes("next.json"),
    parts: text(bytes("turn.txt")).split("\n").filter((line) => line.startsWith("/")),
  };
}

export function text(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
