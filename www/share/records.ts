/**
 * The records of a session for saving and sharing: pairs, one per line, in the form that the reader of transcripts reads. They are redacted unless
 * the person turns that off. Headers and the queries of addresses are always left out, because they may contain keys.
 */
import { decodeText } from "../bytes";
import type { Core } from "../core/core";
import { withoutQuery } from "../link/view";
import type { Exchange } from "../session/exchange";
import type { Session } from "../session/session";
import { SLICE_MS, yieldToBrowser } from "../slices";

export interface ExportedRecords {
  /** One line each, with its line break. */
  readonly lines: readonly string[];
  /** The number of removed texts by kind. */
  readonly hits: ReadonlyMap<string, number>;
  readonly size: number;
}

/** Writes the records of a session, in slices. Returns `undefined` as soon as `isWanted` is false. */
export async function exportRecords(core: Core, session: Session, redacted: boolean, isWanted: () => boolean): Promise<ExportedRecords | undefined> {
  const lines: string[] = [];
  const hits = new Map<string, number>();
  const redactor = redacted ? new Redactor(core, hits) : undefined;
  let size = 0;
  let sliceStart = performance.now();
  for (const exchange of session.exchanges.slice()) {
    const line = `${JSON.stringify(redactor ? redactor.redactExchange(exchange) : plainLine(exchange))}\n`;
    lines.push(line);
    size += line.length;
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await yieldToBrowser();
    if (!isWanted()) return undefined;
    sliceStart = performance.now();
  }
  return { lines, hits, size };
}

type RecordLine = Record<string, string | number | readonly string[] | undefined>;

const toText = (bytes: Uint8Array | undefined) => bytes && decodeText(bytes);

function plainLine({ record }: Exchange): RecordLine {
  const { session, branchOf, unrecorded, label, wire, url, host, model, status, time, request, opening, added, response, stream, reply } = record;
  // A request of a session that is recorded message by message is put together from `opening` and `added`.
  const bodies = { request: added || opening ? undefined : toText(request), opening: toText(opening), added: toText(added), response: toText(response), stream: toText(stream), reply: toText(reply) };
  return { session, branchOf, unrecorded, label, wire, url: url && withoutQuery(url), host, model, status, time, ...bodies };
}

/** The path of a home folder contains the user's name. The core itself finds secrets and addresses. */
const POLICY = { patterns: [{ kind: "home-folder", pattern: /(\/Users|\/home)\/[^\/\s"'\\:;,)]+|[A-Za-z]:\\+Users\\+[^\/\s"'\\:;,)]+/ }] };

/** Removes secrets from records. Handles, which only their provider can read, keep every byte. */
class Redactor {
  readonly #core: Core;
  readonly #hits: Map<string, number>;
  /** New names for conversations whose names held a secret, so that they stay distinct. */
  readonly #sessionNames = new Map<string, string>();

  constructor(core: Core, hits: Map<string, number>) {
    this.#core = core;
    this.#hits = hits;
  }

  redactExchange(exchange: Exchange): RecordLine {
    const line = plainLine(exchange);
    const { stream, ...rest } = line;
    // A secret may be split over several events of a stream, so the answer that the events add up to is saved instead. An error in a stream is one event.
    const isSavedAsBody = stream !== undefined && exchange.answer && !exchange.refusal;
    const answer = isSavedAsBody ? { response: toText(exchange.answer) } : { stream };
    const next: RecordLine = { ...rest, ...answer };
    for (const name of ["request", "opening", "response"] as const) next[name] = this.#redactBody(next[name] as string | undefined);
    for (const name of ["added", "reply"] as const) next[name] = this.#redactList(next[name] as string | undefined);
    for (const name of ["label", "url", "host", "model", "stream"] as const) next[name] = this.#redactText(next[name] as string | undefined);
    for (const name of ["session", "branchOf"] as const) next[name] = this.#renameSession(next[name] as string | undefined);
    return next;
  }

  #redactBody(body: string | undefined): string | undefined {
    if (!body) return body;
    try {
      return this.#redactJson(body);
    } catch {
      // The body is not JSON, such as the error page of a proxy.
      return this.#redactText(body);
    }
  }

  /** Redacts JSON values with commas between them. */
  #redactList(values: string | undefined): string | undefined {
    return values && this.#redactBody(`[${values}]`)?.slice(1, -1);
  }

  #redactText(text: string | undefined): string | undefined {
    return text && (JSON.parse(this.#redactJson(JSON.stringify(text))) as string);
  }

  #renameSession(name: string | undefined): string | undefined {
    if (!name || this.#redactText(name) === name) return name;
    if (!this.#sessionNames.has(name)) this.#sessionNames.set(name, `session ${this.#sessionNames.size + 1}`);
    return this.#sessionNames.get(name);
  }

  #redactJson(json: string): string {
    const { text, hits } = this.#core.redact(json, POLICY);
    for (const { kind, count } of hits) this.#hits.set(kind, (this.#hits.get(kind) ?? 0) + count);
    return text;
  }
}
