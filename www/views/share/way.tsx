/** One way out: a button, and what it gives. */
export function Way({ label, what, act, disabled = false }: { label: string; what: string; act: () => void; disabled?: boolean }) {
  return (
    <div class="share-way">
      <button aria-description={what} disabled={disabled} onClick={act}>
        {label}
      </button>
      <p class="soft">{what}</p>
    </div>
  );
}
