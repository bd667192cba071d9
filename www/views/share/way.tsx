/** One way out: a button, and what it gives. */
import { useId } from "preact/hooks";

export function Way({ label, what, act, disabled = false }: { label: string; what: string; act: () => void; disabled?: boolean }) {
  const id = useId();
  return (
    <div class="share-way">
      <button aria-describedby={id} disabled={disabled} onClick={act}>
        {label}
      </button>
      <p id={id} class="soft">
        {what}
      </p>
    </div>
  );
}

/** A size as people say it. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const [size, unit] = count < 1e6 ? [count / 1e3, "kB"] : [count / 1e6, "MB"];
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString("en")} ${unit}`;
}
