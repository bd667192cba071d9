/** A line of text that opens or closes what is folded below or above it. */
import "./fold-button.css";

export function FoldButton({ open, onClick, children }: { open: boolean; onClick: () => void; children: string }) {
  return (
    <button class="fold-button" aria-expanded={open} onClick={onClick}>
      <span class="fold" aria-hidden="true" />
      {children}
    </button>
  );
}
