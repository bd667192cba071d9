// `rethought/sessions`: recorded sessions, read, audited and diagnosed.
export { diagnose } from "./diagnose.js";
export { readSession, SessionReader } from "./session.js";
export { filesInArchive } from "../zip/archive.js";
