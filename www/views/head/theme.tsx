/** Light, dark, or as the system has it; kept where the browser keeps something for this page. */
import { effect } from "@preact/signals";
import { Sign } from "../../buttons";
import { type Theme, theme } from "../../state";
import { words } from "../../words";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const KEY = "rethought-theme";

export function ThemeButton() {
  const next = () => (theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] as Theme);
  return <Sign class="head-key theme" name={words.head.theme[theme.value]} act={next} />;
}

try {
  theme.value = THEMES.find((each) => each === localStorage.getItem(KEY)) ?? "system";
} catch {
  // Nothing is kept for a page of a file, or for anyone who has said so.
}
effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === "system") delete dataset.theme;
  else dataset.theme = theme.value;
  try {
    if (theme.value !== "system") localStorage.setItem(KEY, theme.value);
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
});
