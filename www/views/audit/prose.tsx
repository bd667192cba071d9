/** Text of the rules' cards as elements: paragraphs, quotations, lists, fenced blocks, `code` and addresses in angle brackets. Nothing else has a meaning. */
import "./prose.css";

export function Prose({ text }: { text: string }) {
  return <div class="prose">{blocksOf(text).map(Block)}</div>;
}

/** A sentence with `code` in it; never with a link. */
export function Sentence({ text }: { text: string }) {
  return <>{text.split(/`([^`]+)`/).map((piece, nth) => (nth % 2 ? <code key={nth}>{piece}</code> : piece))}</>;
}

/** Code, and addresses, which only our own cards have. */
function inline(text: string) {
  return text.split(/(`[^`]+`|<https:\/\/[^\s<>]+>)/).map((piece, nth) => {
    if (piece.startsWith("`") && nth % 2) return <code key={nth}>{piece.slice(1, -1)}</code>;
    if (!(nth % 2)) return piece;
    const address = piece.slice(1, -1);
    return (
      <a key={nth} href={address} rel="noreferrer noopener" target="_blank">
        {address}
      </a>
    );
  });
}

interface Lines {
  kind: "text" | "quote" | "list" | "fence";
  lines: string[];
}

function Block({ kind, lines }: Lines, nth: number) {
  if (kind === "fence") return <pre key={nth}>{lines.join("\n")}</pre>;
  if (kind === "quote") return <blockquote key={nth}>{lines.join(" ")}</blockquote>;
  if (kind === "text") return <p key={nth}>{inline(lines.join(" "))}</p>;
  return (
    <ul key={nth}>
      {lines.map((line, item) => (
        <li key={item}>{inline(line)}</li>
      ))}
    </ul>
  );
}

function blocksOf(text: string): Lines[] {
  const blocks: Lines[] = [];
  let [open, fenced] = [false, false];
  const add = (kind: Lines["kind"], line: string) => {
    const last = blocks.at(-1);
    if (open && last?.kind === kind) last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
    open = true;
  };
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    if (line.startsWith("```")) [fenced, open] = [!fenced, false];
    else if (fenced) add("fence", line);
    else if (!line.trim()) open = false;
    else if (line.startsWith("> ")) add("quote", line.slice(2));
    else if (line.startsWith("- ")) add("list", line.slice(2));
    // What is indented goes on with the item above it.
    else if (open && last?.kind === "list" && line.startsWith("  ")) last.lines.push(`${last.lines.pop()} ${line.trim()}`);
    else add("text", line.trim());
  }
  return blocks;
}
