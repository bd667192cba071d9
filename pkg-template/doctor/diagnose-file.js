// Diagnoses a session, and proves a repaired one. It is read in chunks, twice if it has to be edited.
import { diagnose } from "../entry/sessions.js";
import { chunksOf } from "./files/edited.js";
import { isBeforeRepair } from "./files/repaired.js";
import { keyOf, openSession } from "./source.js";
import { isDead } from "./state.js";

/** The diagnosis of a session. A refusal that is older than its repair is not blamed again: nothing that it was about is left. */
export async function diagnoseSession(session, options) {
  const open = () => openSession(session);
  const diagnosis = await diagnose(open, options);
  const isOld = options?.because === undefined && diagnosis.refusal && isBeforeRepair(keyOf(session), diagnosis.refusal.offset, open);
  return isOld ? { ...(await diagnose(open, { ...options, because: "" })), refusal: null, past: "unknown" } : diagnosis;
}

/**
 * Returns a function that reads a repaired session again and refuses it by an exception: it must be of the same format, have no more faults, and its next request
 * must be accepted. It gets the path of the new file, or a function that opens it. The error of the caller, and the refusals that the session still records, were
 * about the old one: the empty error stands for both.
 */
export function auditOf({ format, faults }, options) {
  return async (repaired) => {
    const after = await diagnose(typeof repaired === "function" ? repaired : () => chunksOf(repaired), { ...options, because: "" });
    const isSame = after.format === format && after.faults.length <= faults.length;
    if (!isSame || isDead(after.state)) throw new Error(`the repaired session would still be refused, so it was not written${after.findings[0] ? `: ${after.findings[0].message}` : ""}`);
  };
}
