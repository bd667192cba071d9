// `rethought/sessions`: recorded sessions, read, audited and diagnosed. `readTranscript` of the front door gives the exchanges alone.
export * from "./archive.js";
export * from "./diagnose.js";
export * from "./session.js";
export type { DiagnosedFinding, DiagnosedRefusal, Diagnosis, FileEdit, FileFault, SessionExchangeRecord, SessionRefusal } from "../records/index.js";
