/** One part of an answer or of a message: a thought, a text, a call or a result. */
import "./part.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Call, Part } from "rethought/slim";
import { decodeText } from "../../bytes";
import { formatSize } from "../../format";
import { findAttachedPart, firstLetters } from "./attachment";
import { ClampedText } from "./clamped-text";
import { Handle, ThoughtFacts } from "./thought";

interface PartProps {
  part: Part;
  /** The parts around it, in order. A thought may be attached to one of them. */
  siblings: readonly Part[];
  /** The name by which connectors refer to a part. */
  nameOf(part: Part): string;
  /** Connectors from here: the name of the part at the other end and a tone. */
  connectors?: readonly string[];
  /** The tool of a result that does not name it. */
  tool?: string | undefined;
  /** Chips that show its fate. */
  children?: ComponentChildren;
  /** Set if the part is the place of the chosen finding. Called with the element once it is drawn. */
  onMarked?: ((element: Element) => void) | undefined;
}

export function PartView({ part, siblings, nameOf, connectors = [], tool, children, onMarked }: PartProps) {
  const element = useRef<HTMLDivElement>(null);
  const { thought, kind } = part;
  const attachedPart = findAttachedPart(part, siblings);
  useEffect(() => {
    if (onMarked && element.current) onMarked(element.current);
  });
  const allConnectors = attachedPart && attachedPart !== part ? [...connectors, `${nameOf(attachedPart)} attached`] : connectors;
  return (
    <div class="part" ref={element} data-kind={kind} data-name={nameOf(part)} data-connectors={allConnectors.join("\n")} data-marked={onMarked ? "" : undefined}>
      <div class="part-head">
        {kind === "thought" ? <ThoughtFacts part={part} attachedPart={attachedPart} /> : <Title part={part} tool={tool} />}
        {children && <span class="part-fates">{children}</span>}
      </div>
      {kind === "thought" ? thought?.text && <ClampedText text={thought.text} /> : <Content part={part} />}
      {thought && kind !== "thought" && (
        <div class="part-head" data-name={`${nameOf(part)} handle`} data-connectors={`${nameOf(part)} attached`}>
          <ThoughtFacts part={part} attachedPart={attachedPart} />
        </div>
      )}
      {thought?.handles.map((handle, nth) => (
        <Handle key={nth} handle={handle} />
      ))}
    </div>
  );
}

function Title({ part, tool }: { part: Part; tool: string | undefined }) {
  const { kind, call, text } = part;
  if (kind === "call")
    return (
      <span class="part-title">
        calls <code>{call?.name}</code>
      </span>
    );
  if (kind === "result") {
    const name = call?.name ?? tool ?? call?.id;
    return (
      <span class="part-title">
        {name ? "result of" : "result"} {name && <code>{name}</code>}
      </span>
    );
  }
  if (kind === "other")
    return (
      <span class="part-title">
        {findType(part)}, {formatSize(part.end - part.start)}
      </span>
    );
  return text ? null : <span class="part-title">empty text</span>;
}

function Content({ part: { kind, text, call } }: { part: Part }) {
  if (kind === "text") return text ? <ClampedText text={text} /> : null;
  const content = call && describeContent(call);
  return content ? <ClampedText text={content} mono /> : null;
}

/** Returns arguments or a result for people: the texts of text blocks, or else the original JSON. */
function describeContent({ content, raw }: Call): string {
  if (typeof content === "string") return content;
  const blocks = Array.isArray(content) ? content : [];
  if (blocks.length && blocks.every((block) => block && typeof block.text === "string")) return blocks.map(({ text }) => text).join("\n");
  return raw === undefined ? "" : typeof raw === "string" ? raw : decodeText(raw as Uint8Array);
}

/** Names the kind of an unknown part: its type, or else its first key. */
function findType(part: Part): string {
  const json = firstLetters(part);
  return (/"type"\s*:\s*"([\w.-]{1,40})"/.exec(json) ?? /^\s*\{\s*"([\w.-]{1,40})"/.exec(json))?.[1] ?? "block";
}
