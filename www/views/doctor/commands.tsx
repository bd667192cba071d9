/** Commands for a terminal, each with a button that copies it. */
import { useState } from "preact/hooks";
import { copyText } from "../../share/export";

export function Commands({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label="Commands">
      {rows.map(([name, command]) => (
        <div key={name} class="doctor-command">
          <h3>{name}</h3>
          <code>{command}</code>
          <CopyButton text={command} name={name} />
        </div>
      ))}
    </section>
  );
}

function CopyButton({ text, name }: { text: string; name: string }) {
  const [result, setResult] = useState("");
  return (
    <button aria-label={`Copy the command: ${name}`} onClick={async () => setResult((await copyText(text)) ? "Copied" : "Not allowed")}>
      {result || "Copy"}
    </button>
  );
}
