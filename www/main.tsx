/** The entry of the page: takes the shell over, and starts the core. */
import { render } from "preact";
import "./shell.css";
import "./theme.css";
import { App } from "./app";
import { startCore } from "./core";
import { effect } from "@preact/signals";
import { installKeys } from "./keys";
import { core, theme, trouble } from "./state";
import { openWhatIsGiven } from "./open/given";

const place = document.getElementById("app");
if (place) {
  place.replaceChildren();
  render(<App />, place);
}
installKeys();
effect(() => document.documentElement.setAttribute("data-theme", theme.value));
startCore().then(
  (started) => {
    core.value = started;
    openWhatIsGiven();
  },
  (error: unknown) => (trouble.value = error instanceof Error ? error.message : String(error)),
);
