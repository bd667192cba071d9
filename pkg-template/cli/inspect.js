// rethought inspect: the inspector from the package itself, on a local port: one transcript in the page, or a list of many, or one that grows.
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { addressOf, chunksAt, isInside, sessionsInside, shownAddress } from "../doctor/places/contained.js";
import { sessionsWithId } from "../doctor/places/find.js";
import { printable } from "../text/printable.js";
import { emptyText } from "../text/unreadable.js";
import { BEGINNING, beginningOf } from "./beginning.js";
import { refuseBinary } from "../text/binary-kind.js";
import { showInBrowser } from "./browser.js";
import { isPattern } from "./glob.js";
import { inputsOf, urlRefusal } from "./inputs.js";
import { inspectorPage, MOST_BYTES } from "./inspector-page.js";
import { servePages } from "./inspector-server.js";
import { printText, warn } from "./output.js";
import { readUpTo } from "./read-up-to.js";
import { Usage } from "./usage.js";

export async function inspect(words, values, { endings }) {
  const port = portOf(values.port);
  const isFollowed = values.follow === true;
  if (isFollowed && (words.length !== 1 || words[0] === "-")) throw new Usage(`--follow needs one file (got ${words[0] === "-" ? "standard input" : words.length})`);
  const named = words.flatMap((word) => filesOf(word, endings));
  const files = named.filter((file) => isOpenable(file, isFollowed));
  if (words.length && !files.length) return 2;
  if (isFollowed && (files.length !== 1 || isInside(files[0].address))) throw new Usage("--follow needs one file, not a folder or an archive");
  const site = siteOf(files, words, isFollowed);
  const { addresses, ended, close } = await servePages([site], port);
  printText(files.length ? `${describe(files)} at ${addresses[0]}` : `The inspector is at ${addresses[0]}`);
  printText("The page sends nothing. Press Ctrl+C to stop.");
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
  if (!values["no-open"] && !process.env.CI) showInBrowser(addresses[0]);
  await ended;
  return files.length < named.length ? 2 : 0;
}

const describe = ([file, ...others]) => (others.length ? `${others.length + 1} sessions are` : `${printable(file.name)} is`);

function portOf(port = "0") {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new Usage(`--port must be a number up to 65535 (got ${port})`);
  return Number(port);
}

/** The page, and the files that it may ask for: none if its only transcript is in it. */
function siteOf(files, words, isFollowed) {
  const page = inspectorPage();
  const [only] = files;
  if (!only) return { page: () => page() };
  // A page that is loaded again shows the file as it is then.
  if (files.length === 1 && !isFollowed) return { page: () => page({ name: basename(only.name), bytes: bytesOf(only), path: only.name }) };
  const name = words.length === 1 ? words[0] : `${files.length} sessions`;
  const data = { name: basename(resolve(shownAddress(name))), follow: isFollowed, files: files.map(({ name, size }) => ({ name, size, path: name })) };
  return { page: () => page({ data }), files };
}

const bytesOf = ({ bytes, address }) => bytes ?? Buffer.concat([...chunksAt(address)]);

/** The files that a word names: a file, those inside of it, those of a folder or pattern, or that of a session with this id. */
function filesOf(word, endings) {
  if (word === "-") return [{ name: "stdin", address: word }];
  const refusal = urlRefusal(word);
  if (refusal) return [{ name: word, address: word, refusal }];
  if (statSync(word, { throwIfNoEntry: false })?.isFile()) return filesAt(word);
  const { inputs } = inputsOf([word], { endings });
  const [session] = existsSync(word) || isPattern(word) ? [] : sessionsWithId(word);
  if (session?.isRow) return [{ name: session.id, address: addressOf(session.path, session.id), size: session.size }];
  if (session) return filesAt(session.path);
  // A word that names nothing stays: the reader says why.
  if (inputs.some(({ error }) => error)) return [{ name: word, address: word, error: inputs.find(({ error }) => error).error }];
  return inputs.flatMap(({ path }) => filesAt(path));
}

function filesAt(path) {
  try {
    const inside = sessionsInside(path);
    if (inside) return inside.files.map(({ name, size }) => ({ name: `${path}/${name}`, address: addressOf(path, name), size }));
    return [{ name: path, address: path, size: statSync(path).size }];
  } catch (error) {
    return [{ name: path, address: path, error }];
  }
}

/** True for a file that can be shown. Otherwise the reason is reported. */
function isOpenable(file, isFollowed) {
  try {
    if (file.refusal) throw new Error(file.refusal);
    if (file.error) throw reasonOf(file);
    if (file.address === "-") file.bytes = readUpTo("-", MOST_BYTES + 1);
    check(file, isFollowed);
    return true;
  } catch (error) {
    warn(`${file.name}: ${error.message}`);
    return false;
  }
}

function reasonOf({ address, error }) {
  const stat = statSync(address, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return new Error("the folder has no transcripts");
  return stat || isPattern(address) ? error : new Error("no such file, and no session has this id. List all sessions: rethought doctor");
}

function check({ address, bytes, size }, isFollowed) {
  if ((bytes?.length ?? size ?? 0) > MOST_BYTES) throw new Error(`longer than ${MOST_BYTES} bytes, the limit of the page. Start rethought inspect without a file, and open this file on the page.`);
  if (isInside(address)) return;
  if (!bytes) accessSync(address, constants.R_OK);
  // A file that grows may still be empty.
  if (isFollowed) return;
  // One more byte shows whether there is more.
  const beginning = bytes ?? readUpTo(address, BEGINNING + 1);
  if (!beginning.length) throw new Error(emptyText(address, "session.jsonl"));
  refuseBinary(beginning, "a session or a trace");
  const { fault } = beginningOf(beginning);
  if (fault) throw new Error(fault);
}
