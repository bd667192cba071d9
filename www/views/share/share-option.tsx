/** One way to share: a button, and a sentence about its result. */
import "./share-option.css";

interface Props {
  label: string;
  description: string;
  onClick: () => void;
  disabled?: boolean;
}

export function ShareOption({ label, description, onClick, disabled = false }: Props) {
  return (
    <div class="share-option">
      <button aria-description={description} disabled={disabled} onClick={onClick}>
        {label}
      </button>
      <p class="soft">{description}</p>
    </div>
  );
}
