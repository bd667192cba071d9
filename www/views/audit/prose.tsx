/** The texts of rule cards as elements: paragraphs, quotations, lists, fenced blocks, `code` and `<https://…>`. Nothing else is markup. */
import "./prose.css";

export function Prose({ text }: { text: string }) {
  return <div class="prose">{parseBlocks(text).map(Block)}</div>;
}

/** A sentence that may contain `code` but no link: findings quote foreign texts. */
export const Sentence = ({ text }: { text: string }) => <>{renderInline(text, /(`[^`]+`)/)}</>;

/** Code and addresses. Addresses are allowed only in the cards of the package. */
function renderInline(text: string, marked = /(`[^`]+`|<https:\/\/[^\s<>]+>)/) {
  return text.split(marked).map((piece, nth) => {
    const inside = piece.slice(1, -1);
    if (!(nth % 2)) return piece;
    if (piece[0] === "`") return <code key={nth}>{inside}</code>;
    return (
      <a key={nth} href={inside} rel="noreferrer noopener" target="_blank">
        {inside}
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
  if (kind === "text") return <p key={nth}>{renderInline(lines.join(" "))}</p>;
  return (
    <ul key={nth}>
      {lines.map((line, item) => (
        <li key={item}>{renderInline(line)}</li>
      ))}
    </ul>
  );
}

function parseBlocks(text: string): Lines[] {
  const blocks: Lines[] = [];
  let open = false;
  let fenced = false;
  const add = (kind: Lines["kind"], line: string) => {
    const last = blocks.at(-1);
    if (open && last?.kind === kind) last.lines.push(line);
    else blocks.push({ kind, lines: [line] });
    open = true;
  };
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    if (line.startsWith("```")) {
      fenced = !fenced;
      open = false;
    }
    else if (fenced) add("fence", line);
    else if (!line.trim()) open = false;
    else if (line.startsWith("> ")) add("quote", line.slice(2));
    else if (line.startsWith("- ")) add("list", line.slice(2));
    // An indented line continues the list item above it.
    else if (open && last?.kind === "list" && line.startsWith("  ")) last.lines.push(`${last.lines.pop()} ${line.trim()}`);
    else add("text", line.trim());
  }
  return blocks;
}
