/**
 * The part of the package that the page uses. The functions are named one by one, so that the bundle leaves out everything that the page never calls.
 */
import type { explainer } from "rethought/explain";
import { audit, classify, convert, decode, detect, Ledger, readRequest, redact, repair, StreamDecoder, version } from "rethought/slim";
import { diagnose, filesInArchive, SessionReader } from "rethought/slim/sessions";
import { digest, locate, placeAt } from "rethought/slim/json";
import type { KnownTargets } from "./known-targets";

export const packageFunctions = { audit, classify, convert, decode, detect, diagnose, digest, filesInArchive, Ledger, locate, placeAt, readRequest, redact, repair, SessionReader, StreamDecoder, version };

/** The package once it runs. `explain` reads the rule cards and `known` lists targets; both come from blocks of the document. */
export type Core = typeof packageFunctions & { explain: ReturnType<typeof explainer>; known: KnownTargets };
