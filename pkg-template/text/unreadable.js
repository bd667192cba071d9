// The sentences about files that cannot be read or written.

/** The sentence about a file or folder that cannot be read, by the error of the system. */
export function unreadable({ code, message }) {
  if (code === "ENOENT") return "no such file";
  if (code === "EACCES" || code === "EPERM") return "you may not read this file. Change its permissions, or run the command as its owner.";
  if (code === "EISDIR") return "a folder, not a file";
  if (code === "ELOOP") return "a symbolic link that leads to itself";
  if (code === "ENAMETOOLONG") return "the name is too long for a file";
  return `cannot be read: ${message}`;
}

/** The reason why a file cannot be written, by the error of the system or our own. */
export const unwritable = ({ code, message }) => (code === "ENOENT" ? "no such folder" : message);

/** The sentence about an input without content. `example` is the name of a file of that kind. */
export const emptyText = (path, example = "request.json") => (path === "-" ? `standard input is empty. Name a file, or pipe one in: < ${example}` : "the file is empty");
