/** Opens what the page was given: a transcript inside it, a link, or an example. */
import { openTranscript } from "./transcript";

export function openWhatIsGiven(): void {
  const text = document.getElementById("data")?.textContent;
  if (text) {
    const { name, text: inside } = JSON.parse(text) as { name: string; text: string };
    void openTranscript(name, inside);
  }
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (file) void openTranscript(file.name, file);
  });
}
