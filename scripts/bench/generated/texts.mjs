// Texts that grow: streams by their events, transcripts by their lines and lists, errors by repetition, and lines for the filters.
import { errorCases, requestCases, streamCases, transcriptCases } from "./cases.mjs";
import { grown, listsIn } from "./lists.mjs";

/** Returns shapes of streams: one event repeated at its place, with a new index each time and with the same. */
export function streamShapes() {
  return streamCases().flatMap((seed) => {
    const separator = seed.name.endsWith(".sse") ? "\n\n" : "\n";
    const events = seed.body.split(separator);
    const chosen = events.map((event, nth) => [event, nth]).filter(([event], nth) => events.findIndex((other) => kindOfEvent(other) === kindOfEvent(event)) === nth && event.includes("{"));
    const kinds = chosen.flatMap(([event, nth]) => ["own index", "same index"].map((index) => ({
      name: `${seed.name}, event ${nth}, ${index}`,
      seed,
      make: (count) => [...events.slice(0, nth), ...Array.from({ length: count }, (_, round) => (index === "own index" ? renumbered(event, round) : event)), ...events.slice(nth + 1)].join(separator),
    })));
    const whole = { name: `${seed.name}, all events`, seed, make: (count) => Array.from({ length: Math.ceil(count / events.length) }, () => seed.body).join(separator) };
    return [...kinds, whole];
  });
}

const kindOfEvent = (event) => event.replace(/"(?:[^"\\]|\\.)*"(?!\s*:)|[\d.]+/g, "");
const renumbered = (event, round) => event.replace(/"(index|output_index|content_index|summary_index|contentBlockIndex)"\s*:\s*\d+/g, `"$1":${round}`).replace(/"(id|item_id|call_id)"\s*:\s*"([^"\\]*)"/g, `"$1":"$2_${round}"`);

/** Pieces of YAML to repeat: cassettes are YAML, and its reader depends on indentation, quotes and aliases. */
const YAML = ["- a: 'x\n\n y'\n", "a: b\n", "- - - - a\n", "[a, [b]], ", "x ", '- "\\\n', "'", "\n", "? a\n: b\n", "- |\n  a\n\n", "\u2028", "# \n", "- &a b\n"];

/** Returns shapes of transcripts: files of lines line by line, each list of files that are one document, and YAML. */
export function transcriptShapes() {
  const yaml = YAML.map((piece) => ({ name: `YAML ${JSON.stringify(piece)}`, make: (count) => `version: 1\ninteractions:\n${piece.repeat(count * 4)}` }));
  const files = transcriptCases().flatMap(({ name, text }) => {
    const document = parsed(text);
    if (document === undefined) return [{ name: `${name}, its lines`, make: (count) => repeatedLines(text, count) }];
    return listsIn(document).map((path) => ({ name: `${name} /${path.join("/")}`, make: (count) => JSON.stringify(grown(document, [path], count, true)) }));
  });
  return [...yaml, ...files];
}

function repeatedLines(text, count) {
  const lines = text.replace(/\n$/, "").split("\n");
  return Array.from({ length: Math.max(1, Math.ceil(count / lines.length)) }, (_, round) => (round ? text.replace(/"(id|uuid|parentUuid|requestId|call_id|tool_use_id|sessionId)"\s*:\s*"([^"\\]+)"/g, `"$1":"$2_${round}"`) : text)).join("\n");
}

/** Returns shapes of errors: a text repeated, and inside of another. */
export function errorShapes() {
  return errorCases().filter((_, nth) => nth % 40 === 0).flatMap(({ name, text }) => [
    { name: `${name} repeated`, make: (count) => `${text} `.repeat(Math.ceil((count * 20) / (text.length + 1))) },
    { name: `${name} in an object`, make: (count) => JSON.stringify({ error: { message: text.repeat(Math.ceil((count * 20) / (text.length + 1))) } }) },
  ]);
}

/** Returns shapes of lines for the filters: empty ones of all kinds, broken ones, and exchanges. */
export function lineShapes() {
  const exchanges = requestCases().filter((_, nth) => nth % 100 === 0).map(({ name, target, body }) => [name, JSON.stringify({ id: name, target, request: body, session: "s" })]);
  const lines = [["empty lines", ""], ["CRLF", "\r"], ["spaces", "  \t"], ["no JSON", "x"], ["no exchange", "{}"], ["brackets", "["], ["a string that does not end", '"'], ...exchanges];
  const shapes = lines.map(([name, line]) => ({ name, make: (count) => `${line}\n`.repeat(count) }));
  const long = ["[", '{"a":', " ", "\\", '"a",', '{"request":{"messages":[]},"id":'].map((piece) => ({ name: `one line of ${JSON.stringify(piece)}`, make: (count) => piece.repeat(count) }));
  return [...shapes, ...long];
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" ? value : undefined;
  } catch {
    return undefined;
  }
}
