/** The entry of the page: replaces the static shell by the views, and starts the core. */
import { effect } from "@preact/signals";
import { render } from "preact";
import "./shell.css";
import "./theme.css";
import { App } from "./app";
import { startCore } from "./core/start";
import { errorMessage } from "./errors";
import { readExamples } from "./open/examples";
import { listenForDropAndPaste } from "./open/input";
import { listenForMessages } from "./open/post-message";
import { openInitialTranscript } from "./open/start";
import { syncAddress } from "./share/address";
import { listenForShortcuts } from "./shortcuts";
import { core, opened, trouble } from "./state";

const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
// The tab has the name of the transcript, so that people can distinguish several tabs.
const startTitle = document.title;
effect(() => {
  document.title = opened.value ? `${opened.value.name} · rethought` : startTitle;
});
listenForShortcuts();
// A damaged block is reported when somebody opens an example.
readExamples().catch(() => undefined);
listenForDropAndPaste();
syncAddress();
startCore().then(
  (started) => {
    core.value = started;
    openInitialTranscript();
    listenForMessages();
  },
  (error: unknown) => (trouble.value = errorMessage(error)),
);
