/** The entry of the page: takes the shell over, and starts the core. */
import { render } from "preact";
import "./shell.css";
import "./theme.css";
import { App } from "./app";
import { startCore } from "./core";
import { installKeys } from "./keys";
import { readExamples } from "./open/examples";
import { reasonOf } from "./reason";
import { core, trouble } from "./state";
import { takeGestures } from "./open/gestures";
import { openWhatIsGiven } from "./open/given";
import { takeMessages } from "./open/messages";
import { keepAddress } from "./share/address";

const place = document.getElementById("app");
if (place) {
  place.replaceChildren();
  render(<App />, place);
}
installKeys();
// What is wrong with the block is said to whoever opens one.
readExamples().catch(() => undefined);
takeGestures();
keepAddress();
startCore().then(
  (started) => {
    core.value = started;
    openWhatIsGiven();
    takeMessages();
  },
  (error: unknown) => (trouble.value = reasonOf(error)),
);
