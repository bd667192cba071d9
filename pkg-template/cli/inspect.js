// rethought inspect: the inspector from the package itself, on a local port, with a transcript in it.
import { accessSync, constants, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { printable } from "../text/printable.js";
import { BEGINNING, beginningOf } from "./beginning.js";
import { showInBrowser } from "./browser.js";
import { inspectorPage, MOST_BYTES } from "./inspector-page.js";
import { servePages } from "./inspector-server.js";
import { printText, warn } from "./output.js";
import { readUpTo } from "./read-up-to.js";
import { Usage } from "./usage.js";

export async function inspect(files, values) {
  const port = portOf(values.port);
  const transcripts = files.length ? openable(files) : [undefined];
  if (!transcripts.length) return 2;
  const page = inspectorPage();
  const { addresses, ended, close } = await servePages(transcripts.map((transcript) => () => page(transcript?.())), port);
  transcripts.forEach((transcript, nth) => printText(transcript ? `${printable(transcript.file)} is at ${addresses[nth]}` : `The inspector is at ${addresses[nth]}`));
  printText("The page sends nothing. Press Ctrl+C to stop.");
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
  if (!values["no-open"] && !process.env.CI) showInBrowser(addresses[0]);
  await ended;
  return transcripts.length < files.length ? 2 : 0;
}

function portOf(port = "0") {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new Usage(`--port must be a number up to 65535 (got ${port})`);
  return Number(port);
}

/** Returns a function for each file that reads it, so that a page that is loaded again shows the file as it is then. Files that cannot be opened are reported. */
function openable(paths) {
  return paths.flatMap((path) => {
    const file = path === "-" ? "stdin" : path;
    try {
      return [Object.assign(reader(path), { file })];
    } catch (error) {
      warn(`${file}: ${error.message}`);
      return [];
    }
  });
}

function reader(path) {
  const bytes = path === "-" ? readUpTo(path, MOST_BYTES + 1) : undefined;
  if (bytes?.length > MOST_BYTES) throw new Error(`longer than ${MOST_BYTES} bytes, the limit of the page`);
  if (!bytes) check(path);
  // One byte more tells whether there is more.
  const { fault } = beginningOf(bytes ?? readUpTo(path, BEGINNING + 1));
  if (fault) throw new Error(fault);
  return () => ({ name: bytes ? "stdin" : basename(path), bytes: bytes ?? readFileSync(path) });
}

function check(path) {
  const stat = statSync(path);
  if (stat.isDirectory()) throw new Error(`this is a folder. Name a file in it${newestIn(path)}.`);
  if (stat.size > MOST_BYTES) throw new Error(`the file has ${stat.size} bytes, and the limit is ${MOST_BYTES}. Start rethought inspect without a file, and open this file on the page.`);
  accessSync(path, constants.R_OK);
}

function newestIn(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  const [newest] = files.map((file) => ({ file, time: statSync(file).mtimeMs })).sort((one, other) => other.time - one.time);
  return newest ? `, such as ${newest.file}` : "";
}
