/** The theme: light, dark, or that of the system. The browser stores the choice. */
import "./theme-button.css";
import { effect } from "@preact/signals";
import { IconButton } from "../../buttons";
import { type Theme, theme } from "../../state";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const THEME_NAMES: Readonly<Record<Theme, string>> = { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
const KEY = "rethought-theme";

export function ThemeButton() {
  const next = () => (theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] as Theme);
  return <IconButton class="head-key theme" name={THEME_NAMES[theme.value]} onClick={next} />;
}

try {
  theme.value = THEMES.find((each) => each === localStorage.getItem(KEY)) ?? "system";
} catch {
  // Some browsers store nothing for pages opened from disk, and people may turn it off.
}
effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === "system") delete dataset.theme;
  else dataset.theme = theme.value;
  try {
    if (theme.value !== "system") localStorage.setItem(KEY, theme.value);
    else localStorage.removeItem(KEY);
  } catch {
    // As above: the theme then lasts until the page is closed.
  }
});
