/** A button that is one sign, with its name for those who hear it or point at it. */
export function Sign({ sign, name, onClick }: { sign: string; name: string; onClick: () => void }) {
  return (
    <button type="button" class="plain" aria-label={name} title={name} onClick={onClick}>
      {sign}
    </button>
  );
}
