// Processes of this machine: which run, when they began, which files they have open. Linux has all of it in /proc; macOS has ps and lsof; Windows opens a
// file for itself alone.
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

/** True if a process runs. One of another user runs too. */
export function isRunning(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** When a process began, as its system writes it: a number is used again, a number with its beginning is not. Nothing where it is not known. */
export function beginningOf(pid) {
  try {
    if (process.platform === "linux") return linuxBeginning(pid);
    if (process.platform === "win32") return undefined;
    return output("ps", ["-o", "lstart=", "-p", String(pid)]).trim() || undefined;
  } catch {
    return undefined;
  }
}

function linuxBeginning(pid) {
  // The name of the program may have spaces and brackets. The 22nd field is the 20th after it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
  return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`;
}

/** The processes that have a file open; nothing if that cannot be found out here. */
export function openersOf(path) {
  if (process.platform === "linux") return linuxProcesses().filter((pid) => descriptorsOf(pid).includes(path));
  if (process.platform === "win32") return isExclusive(path) ? [] : undefined;
  return lsofOpeners(path);
}

const linuxProcesses = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);

/** The files that a process has open. Those of other users cannot be read, nor can they read the sessions of this one. */
function descriptorsOf(pid) {
  const folder = `/proc/${pid}/fd`;
  return attempt(() => readdirSync(folder), []).map((name) => attempt(() => readlinkSync(`${folder}/${name}`)));
}

function lsofOpeners(path) {
  try {
    return output("lsof", ["-t", "--", path]).split("\n").filter(Boolean).map(Number);
  } catch (error) {
    // It ends with 1 if no process has the file.
    return error.status === 1 && !String(error.stderr).trim() ? [] : undefined;
  }
}

/** libuv's UV_FS_O_EXLOCK, which Node passes on: on Windows the file is opened for this process alone, or not at all. */
const EXCLUSIVE = 0x10000000;

function isExclusive(path) {
  try {
    closeSync(openSync(path, constants.O_RDWR | EXCLUSIVE));
    return true;
  } catch {
    return false;
  }
}

/** The running programs: `{pid, words, folder}`, the folder if it is known. Nothing if they cannot be listed here. */
export function runningPrograms() {
  try {
    if (process.platform === "linux") return linuxProcesses().flatMap(linuxProgram);
    if (process.platform === "win32") return windowsPrograms();
    return output("ps", ["-axww", "-o", "pid=,command="]).split("\n").filter(Boolean).map(unixProgram);
  } catch {
    return undefined;
  }
}

function linuxProgram(pid) {
  const words = attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"), "").split("\0").filter(Boolean);
  return words.length ? [{ pid, words, folder: attempt(() => readlinkSync(`/proc/${pid}/cwd`)) }] : [];
}

function unixProgram(line) {
  const [, pid, command] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
  return { pid: Number(pid), words: (command ?? "").split(" "), folder: attempt(() => /^n(.*)$/m.exec(output("lsof", ["-a", "-d", "cwd", "-p", pid, "-Fn"]))?.[1]) };
}

function windowsPrograms() {
  const script = "Get-CimInstance Win32_Process | ForEach-Object { \"$($_.ProcessId) $($_.CommandLine)\" }";
  return output("powershell.exe", ["-NoProfile", "-Command", script]).split(/\r?\n/).filter(Boolean).map((line) => ({ pid: parseInt(line, 10), words: line.replace(/^\d+ /, "").replaceAll('"', "").split(" ") }));
}

/** True if a program is one of the commands: by its own name, or by that of the script or package that an interpreter runs. */
export function isCommand({ words }, commands) {
  const [program = "", ...rest] = words.map((word) => word.replaceAll("\\", "/"));
  const isOne = (word) => isNamed(word, commands) || isInPackage(word, commands) || isVersion(word, commands);
  const isInterpreter = /^(?:node|nodejs|bun|deno)(?:\.exe)?$/.test(basename(program));
  return isOne(program) || (isInterpreter && scriptsOf(rest).some(isOne));
}

/** The name of a program, without its ending and without the machine that it was built for: `codex-x86_64-unknown-linux-musl`. */
const isNamed = (word, commands) => commands.includes(basename(word).replace(/\.(?:exe|cmd|c?js|mjs)$/, "").replace(/-(?:x86_64|aarch64|linux|darwin|windows|win32)(?:-.*)?$/, ""));

/** A file in the folder of a package, or of the one with its program for a machine: `opencode-linux-x64`. */
const isInPackage = (word, commands) => commands.some((name) => new RegExp(`/node_modules/${name.replace(/[^\w/@-]/g, "\\$&")}(?:-(?:linux|darwin|windows|win32)-[^/]*)?/`).test(word));

/** A program that is named after its version, in a folder that is named after the program: `claude/versions/2.1.326`. */
const isVersion = (word, commands) => commands.includes(/([^/]+)\/versions\/[^/]+$/.exec(word)?.[1]);

/** The words that may be the script of an interpreter: the first one that is not an option, and the one after it if the option before takes a value. */
function scriptsOf(words) {
  const first = words.findIndex((word) => !word.startsWith("-"));
  if (first < 0) return [];
  const second = words.findIndex((word, nth) => nth > first && !word.startsWith("-"));
  // `--require file script`, and `run script` of bun and deno.
  return [words[first], ...(second > 0 && (words[first - 1]?.startsWith("-") || words[first] === "run") ? scriptsOf(words.slice(first + 1)) : [])];
}

const output = (program, words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 10_000, maxBuffer: 1 << 26 });

/** The result of a call, or something else if it throws: processes end while they are looked at. */
function attempt(call, otherwise) {
  try {
    return call();
  } catch {
    return otherwise;
  }
}
