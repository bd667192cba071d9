/** Opens what the page was given: a transcript inside it, or what a link names. */
import { EXAMPLES } from "../examples";
import { openTranscript } from "./transcript";

/** Called once the core runs. */
export function openWhatIsGiven(): void {
  const inside = dataBlock();
  if (inside) void openTranscript(inside.name, inside.text);
  else openLinked();
  addEventListener("hashchange", openLinked);
}

function openLinked(): void {
  const linked = new URLSearchParams(location.hash.slice(1));
  const example = EXAMPLES.find(({ id }) => id === linked.get("example"));
  if (example) void openTranscript(example.title, example.text);
}

/** The transcript that was saved with the page. */
function dataBlock(): { name: string; text: string } | undefined {
  const text = document.getElementById("data")?.textContent?.trim();
  return text ? JSON.parse(text) : undefined;
}
