// One call of a model, as an observability export tells it, in the shape of an exchange.
import { detect } from "../../start/node.js";
import { requestIn, responseIn } from "./bodies.js";
import { hostOf } from "./providers.js";

/** Something of an export that is no call of a model. */
export const OTHER = { isOther: true };

/**
 * The exchange of a call. `input` and `output` are what the export holds of them; `why` says what it holds instead, if the input is no request. `provider` is its name
 * in the words of the export, which tells the host where `host` and `url` do not.
 */
export function callOf({ id, time, session, status, model, provider, host, url, input, output, why }) {
  const known = defined({ id: id === undefined ? undefined : JSON.stringify(id), time, session, status });
  const request = requestIn(input, model);
  const where = defined({ url, host: host ?? (url === undefined ? hostOf(provider) : undefined), model });
  if (!request) return { ...known, target: where, missing: why };
  const unrecorded = [...(request.isWhole ? [] : ["settings"]), ...(where.host ?? where.url ? [] : ["host"])];
  const { wire } = detect(request.body.source, url);
  const target = { ...where, wire, ...(unrecorded.length ? { unrecorded } : {}) };
  return defined({ ...known, target, request: request.body, response: responseIn(output, wire) });
}

const defined = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
