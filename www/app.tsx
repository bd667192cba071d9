/** The page: the start page while nothing is open; afterwards timeline, conversation and panel. */
import "./app.css";
import { compared, comparing } from "./open/comparison";
import { library, showsLibrary } from "./open/library";
import { openDialog, opened, openRule, pane, showsPanel } from "./state";
import { PANES } from "./views/panes";
import { Card } from "./views/audit/card";
import { Compare } from "./views/compare";
import { Conversation } from "./views/conversation";
import { Head } from "./views/head";
import { Help } from "./views/help";
import { Library } from "./views/library";
import { Opener } from "./views/opener";
import { Share } from "./views/share";
import { Timeline } from "./views/timeline";

export function App() {
  return (
    <div class="app">
      <Head />
      <Main />
      {openDialog.value === "help" && <Help />}
      {openDialog.value === "share" && <Share />}
      {openRule.value && <Card rule={openRule.value} />}
    </div>
  );
}

function Main() {
  if (compared.value ?? comparing.value) return <Compare />;
  if (library.value && showsLibrary.value) return <Library />;
  return opened.value ? <OpenTranscript /> : <Opener />;
}

function OpenTranscript() {
  return (
    <>
      <Timeline />
      <main class="frame" data-shows={showsPanel.value ? "panel" : "conversation"}>
        <section class="conversation" aria-label="Conversation">
          <h2 class="unseen">Conversation</h2>
          <Conversation />
        </section>
        <section class="panel" aria-label="Details">
          <h2 class="unseen">Details</h2>
          <Tabs />
          <div class="panel-body" role="tabpanel" id="panel-body" aria-labelledby={`tab-${pane.value}`} tabIndex={0}>
            <ShownPane />
          </div>
        </section>
      </main>
    </>
  );
}

function ShownPane() {
  const { View } = PANES.find(({ name }) => name === pane.value) ?? PANES[0];
  return <View />;
}

function Tabs() {
  const move = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    const at = PANES.findIndex(({ name }) => name === pane.value) + by;
    pane.value = PANES.at(at % PANES.length)?.name ?? pane.value;
    document.getElementById(`tab-${pane.value}`)?.focus();
  };
  return (
    <div class="panel-tabs" role="tablist" onKeyDown={move}>
      {PANES.map(({ name, title }) => (
        <button key={name} role="tab" id={`tab-${name}`} aria-controls="panel-body" aria-selected={pane.value === name} tabIndex={pane.value === name ? 0 : -1} onClick={() => (pane.value = name)}>
          {title}
        </button>
      ))}
    </div>
  );
}
