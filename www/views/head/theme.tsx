/** Light, dark, or as the system has it; kept where the browser keeps something for this page. */
import { effect } from "@preact/signals";
import { Icon } from "../../icons";
import { type Theme, theme } from "../../state";
import { words } from "../../words";
import { GLYPHS } from "./glyphs";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const KEY = "rethought-theme";

export function ThemeButton() {
  const next = () => (theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] as Theme);
  const label = words.head.theme[theme.value];
  return (
    <button class="plain head-key" aria-label={label} title={label} onClick={next}>
      <Icon path={GLYPHS[theme.value]} />
    </button>
  );
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
