/** Buttons that are one sign, with their names for those who hear them or point at them. */
import { words } from "./words";

interface Props {
  /** Drawn by the style, if there is none: then it is no text of the page. */
  sign?: string;
  name: string;
  act: () => void;
  class?: string;
}

export function Sign({ sign, name, act, class: look = "" }: Props) {
  return (
    <button type="button" class={`plain ${look}`} aria-label={name} title={name} onClick={act}>
      {sign}
    </button>
  );
}

export const Close = ({ act }: { act: () => void }) => <Sign class="close" name={words.head.close} act={act} />;
