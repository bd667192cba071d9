// The cases of the repository as seeds: every rule has bodies that break it and bodies that obey it, every wire its answers and streams, every
// transcript format its files.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { data } from "../../paths.mjs";


/** Returns the requests of the rules' cases: `{name, target, body, emitted}`, with the earlier answers if the case has them. */
export function requestCases() {
  const files = filesUnder(join(data, "rules")).filter((file) => file.endsWith(".json") && !file.endsWith(".fixed.json"));
  return files.flatMap((file) => {
    const { target, request, emitted = [] } = parsed(file) ?? {};
    return target && request ? [{ name: nameOf(file, "rules"), target, body: request, emitted }] : [];
  });
}

/** Returns the answers of the wires' cases: `{name, target, body, request}`. */
export function answerCases() {
  return casesOfCodecs(["in.json", "body.json"], (file) => parsed(file));
}

/** Returns their streams: `{name, target, text, request}`, as server-sent events or as lines. */
export function streamCases() {
  return casesOfCodecs(["in.sse", "in.ndjson"], (file) => readFileSync(file, "utf8"));
}

function casesOfCodecs(names, read) {
  return filesUnder(join(data, "codecs")).filter((file) => names.some((name) => file.endsWith(`/${name}`))).flatMap((file) => {
    const name = nameOf(file, "codecs");
    const body = read(file);
    return body === undefined ? [] : [{ name, target: { wire: name.split("/")[0] }, body, request: parsed(join(file, "..", "request.json")) }];
  });
}

/** Returns the files of the transcript cases: `{name, text}`. */
export function transcriptCases() {
  const files = filesUnder(join(data, "transcripts")).filter((file) => !file.endsWith(".told") && !file.endsWith(".md"));
  return files.map((file) => ({ name: nameOf(file, "transcripts"), text: readFileSync(file, "utf8") }));
}

/** Returns the texts of the errors' cases. */
export function errorCases() {
  return filesUnder(join(data, "classify")).filter((file) => file.endsWith(".json")).flatMap((file) => textsIn(parsed(file)).map((text, nth) => ({ name: `${nameOf(file, "classify")} ${nth}`, text })));
}

const textsIn = (value) => (typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []);

function filesUnder(folder) {
  return readdirSync(folder).sort().map((name) => join(folder, name)).flatMap((path) => (statSync(path).isDirectory() ? filesUnder(path) : [path]));
}

function parsed(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const nameOf = (file, folder) => file.slice(join(data, folder).length + 1);
