/**
 * What is saved of a session: its records as pairs, one a line, which the reader takes back. Redacted unless that is asked for otherwise; headers were
 * never in them, and the query of an address is left out in any case, because keys hide there.
 */
import { textOf } from "../bytes";
import type { Core } from "../core";
import type { Exchange } from "../session/exchange";
import type { Session } from "../session/session";
import { breath, SLICE } from "../slices";
import { withoutQuery } from "./view";

export interface Saved {
  /** One line each, with its end. */
  readonly lines: readonly string[];
  /** What was taken out: kinds, and how often. */
  readonly hits: ReadonlyMap<string, number>;
  readonly size: number;
}

/** The records of a session; nothing, if meanwhile they are wanted no more. */
export async function saved(core: Core, session: Session, redacted: boolean, isWanted: () => boolean): Promise<Saved | undefined> {
  const [lines, hits] = [[] as string[], new Map<string, number>()];
  const copy = redacted ? new Redaction(core, hits) : undefined;
  let [size, since] = [0, performance.now()];
  for (const exchange of session.exchanges.slice()) {
    const line = `${JSON.stringify(copy ? copy.of(exchange) : plain(exchange))}\n`;
    lines.push(line);
    size += line.length;
    if (performance.now() - since < SLICE) continue;
    await breath();
    if (!isWanted()) return undefined;
    since = performance.now();
  }
  return { lines, hits, size };
}

type Line = Record<string, string | number | undefined>;

const text = (bytes: Uint8Array | undefined) => bytes && textOf(bytes);

function plain({ record }: Exchange): Line {
  const { session, label, wire, url, model, status, time, request, opening, added, response, stream, reply } = record;
  const bodies = { request: text(request), opening: text(opening), added: text(added), response: text(response), stream: text(stream), reply: text(reply) };
  return { session, label, wire, url: url && withoutQuery(url), model, status, time, ...bodies };
}

/** Takes out what must not be shared. No byte changes of what only an issuer can read. */
class Redaction {
  readonly #core: Core;
  readonly #hits: Map<string, number>;
  /** Conversations whose names had to go still have to be told apart. */
  readonly #names = new Map<string, string>();

  constructor(core: Core, hits: Map<string, number>) {
    this.#core = core;
    this.#hits = hits;
  }

  of(exchange: Exchange): Line {
    const line = plain(exchange);
    const { stream, ...rest } = line;
    // A secret may be cut into several events of a stream: what is saved is what it came to. An error that came as a stream is short, and whole.
    const asBody = stream !== undefined && exchange.answer && !exchange.refusal;
    const answer = asBody ? { response: text(exchange.answer) } : { stream };
    const next: Line = { ...rest, ...answer };
    for (const name of ["request", "opening", "response"] as const) next[name] = this.#body(next[name] as string | undefined);
    for (const name of ["added", "reply"] as const) next[name] = this.#list(next[name] as string | undefined);
    for (const name of ["label", "url", "model", "stream"] as const) next[name] = this.#words(next[name] as string | undefined);
    next.session = this.#name(next.session as string | undefined);
    return next;
  }

  #body(body: string | undefined): string | undefined {
    if (!body) return body;
    try {
      return this.#copy(body);
    } catch {
      // No JSON, such as the page of a proxy.
      return this.#words(body);
    }
  }

  /** Values with commas between them. */
  #list(values: string | undefined): string | undefined {
    return values && this.#body(`[${values}]`)?.slice(1, -1);
  }

  #words(words: string | undefined): string | undefined {
    return words && (JSON.parse(this.#copy(JSON.stringify(words))) as string);
  }

  #name(name: string | undefined): string | undefined {
    if (!name || this.#words(name) === name) return name;
    if (!this.#names.has(name)) this.#names.set(name, `session ${this.#names.size + 1}`);
    return this.#names.get(name);
  }

  #copy(json: string): string {
    const { text, hits } = this.#core.redact(json);
    for (const { kind, count } of hits) this.#hits.set(kind, (this.#hits.get(kind) ?? 0) + count);
    return text;
  }
}
