/** One part of an answer or of a message: what was thought, said, called or given back. */
import "./part.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Call, Part } from "rethought/slim";
import { textOf } from "../../bytes";
import { sizeOf } from "../../figures";
import { filled, words } from "../../words";
import { Clamped } from "./clamped";
import { headOf, partnerOf } from "./partners";
import { Facts, Handle } from "./thought";

interface Shown {
  part: Part;
  /** Its neighbours, in order: one of them may be what it hangs on. */
  among: readonly Part[];
  /** What a line may be drawn to, and to where one is drawn from here: names with their tones. */
  name(part: Part): string;
  ties?: readonly string[];
  /** The tool that a result answers, if it does not say so itself. */
  tool?: string | undefined;
  /** Chips of what became of it. */
  children?: ComponentChildren;
  /** Whether it is the place of the finding that is looked at; then, what to do once it is there. */
  marked?: ((element: Element) => void) | undefined;
}

export function PartView({ part, among, name, ties = [], tool, children, marked }: Shown) {
  const [element, { thought, kind }] = [useRef<HTMLDivElement>(null), part];
  const partner = partnerOf(part, among);
  useEffect(() => {
    if (marked && element.current) marked(element.current);
  });
  const own = partner && partner !== part ? [...ties, `${name(partner)} hangs`] : ties;
  return (
    <div class="part" ref={element} data-kind={kind} data-name={name(part)} data-ties={own.join("\n")} data-marked={marked ? "" : undefined}>
      <div class="part-head">
        {kind === "thought" ? <Facts part={part} partner={partner} /> : <Title part={part} tool={tool} />}
        {children && <span class="part-fates">{children}</span>}
      </div>
      {kind === "thought" ? thought?.text && <Clamped text={thought.text} /> : <Content part={part} />}
      {thought && kind !== "thought" && (
        <div class="part-head" data-name={`${name(part)} handle`} data-ties={`${name(part)} hangs`}>
          <Facts part={part} partner={partner} />
        </div>
      )}
      {thought?.handles.map((handle, nth) => <Handle key={nth} handle={handle} />)}
    </div>
  );
}

function Title({ part, tool }: { part: Part; tool: string | undefined }) {
  const { kind, call, text } = part;
  if (kind === "call") return <span class="part-title">{words.talk.calls} <code>{call?.name}</code></span>;
  if (kind === "result") {
    const of = call?.name ?? tool ?? call?.id;
    return <span class="part-title">{of ? words.talk.result : words.talk.resultOf} {of && <code>{of}</code>}</span>;
  }
  if (kind === "other") return <span class="part-title">{filled(words.talk.other, typeOf(part), sizeOf(part.end - part.start))}</span>;
  return text ? null : <span class="part-title">{words.talk.empty}</span>;
}

function Content({ part: { kind, text, call } }: { part: Part }) {
  if (kind === "text") return text ? <Clamped text={text} /> : null;
  const said = call && contentOf(call);
  return said ? <Clamped text={said} mono /> : null;
}

/** Arguments or a result as people read them: of blocks with text their text, of anything else the JSON as received. */
function contentOf({ content, raw }: Call): string {
  if (typeof content === "string") return content;
  const blocks = Array.isArray(content) ? content : [];
  if (blocks.length && blocks.every((block) => block && typeof block.text === "string")) return blocks.map(({ text }) => text).join("\n");
  return raw === undefined ? "" : typeof raw === "string" ? raw : textOf(raw as Uint8Array);
}

/** What a part calls itself: by its type, or by its first key. */
function typeOf(part: Part): string {
  const head = headOf(part);
  return (/"type"\s*:\s*"([\w.-]{1,40})"/.exec(head) ?? /^\s*\{\s*"([\w.-]{1,40})"/.exec(head))?.[1] ?? words.talk.block;
}
