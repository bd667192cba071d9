// Requests of one wire, converted for every client, for the checks of this suite.
import { loadPackage } from "../../scripts/load-package.mjs";
import { recordedRequests } from "./corpus.mjs";
import { SDKS } from "./sdks.mjs";
import { requests } from "./sources.mjs";

const { convert } = await loadPackage();
/** `npm test` uses one recording of this many, `npm run prove` uses all. */
const STEP = process.env.RETHOUGHT_LONG ? 1 : 25;

/** Yields every conversion of a source to the wires of the clients: the client, the target, the name of the request, and the body. */
export function* conversions(source) {
  for (const { name, from, text } of source) {
    for (const sdk of SDKS) {
      // A request that stays on its wire keeps every member.
      for (const to of sdk.targets.filter(({ wire }) => wire !== from.wire)) yield { sdk, to, name: `${name} to ${to.model}`, body: JSON.parse(convert(text, { from, to }).request) };
    }
  }
}

export const own = () => conversions(requests());
export const recorded = () => conversions(recordedRequests(STEP));
