/** The page: the start page while nothing is open; afterwards timeline, conversation and panel. */
import "./app.css";
import { openDialog, opened, openRule, pane, type Pane, showsPanel } from "./state";
import { Audit } from "./views/audit";
import { Card } from "./views/audit/card";
import { Conversation } from "./views/conversation";
import { Head } from "./views/head";
import { Help } from "./views/help";
import { Opener } from "./views/opener";
import { Share } from "./views/share";
import { Timeline } from "./views/timeline";
import { WhatIf } from "./views/whatif";
import { Wire } from "./views/wire";

export function App() {
  return (
    <div class="app">
      <Head />
      {opened.value ? <OpenTranscript /> : <Opener />}
      {openDialog.value === "help" && <Help />}
      {openDialog.value === "share" && <Share />}
      {openRule.value && <Card rule={openRule.value} />}
    </div>
  );
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
            {pane.value === "audit" ? <Audit /> : pane.value === "wire" ? <Wire /> : <WhatIf />}
          </div>
        </section>
      </main>
    </>
  );
}

const PANES: readonly Pane[] = ["audit", "wire", "whatif"];
const PANE_NAMES: Readonly<Record<Pane, string>> = { audit: "Audit", wire: "Wire", whatif: "What if" };

function Tabs() {
  const move = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    pane.value = PANES[(PANES.indexOf(pane.value) + by + PANES.length) % PANES.length] as Pane;
    document.getElementById(`tab-${pane.value}`)?.focus();
  };
  return (
    <div class="panel-tabs" role="tablist" onKeyDown={move}>
      {PANES.map((each) => (
        <button key={each} role="tab" id={`tab-${each}`} aria-controls="panel-body" aria-selected={pane.value === each} tabIndex={pane.value === each ? 0 : -1} onClick={() => (pane.value = each)}>
          {PANE_NAMES[each]}
        </button>
      ))}
    </div>
  );
}
