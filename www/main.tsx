/** The entry of the page: takes the shell over, and starts the core. */
import { signal } from "@preact/signals";
import { render } from "preact";
import { startCore } from "./core";
import "./shell.css";
import { words } from "./words";

const state = signal<string>(words.starting);

function Page() {
  return (
    <>
      <header class="shell-head">
        <h1>{words.name}</h1>
      </header>
      <main class="shell-main">
        <p role="status">{state}</p>
      </main>
    </>
  );
}

const app = document.getElementById("app");
if (app) {
  app.replaceChildren();
  render(<Page />, app);
}
startCore().then(
  (core) => (state.value = `rethought ${core.version()}, ${core.explain().length} rules`),
  (error: unknown) => (state.value = error instanceof Error ? error.message : String(error)),
);
