/** Buttons that show one character, with a name for screen readers and tooltips. */

interface Props {
  /** The character. Without one the style draws it, so that it is not part of the text. */
  icon?: string;
  name: string;
  onClick: () => void;
  class?: string;
}

export function IconButton({ icon, name, onClick, class: className = "" }: Props) {
  return (
    <button type="button" class={`plain ${className}`} aria-label={name} title={name} onClick={onClick}>
      {icon}
    </button>
  );
}

export const CloseButton = ({ onClick }: { onClick: () => void }) => <IconButton class="close" name="Close" onClick={onClick} />;
