/** The page: an opener as long as nothing is open, and then head, timeline, conversation and panel. */
import "./app.css";
import { card, opened, pane, type Pane, sheet, showsPanel } from "./state";
import { Audit } from "./views/audit";
import { Card } from "./views/audit/card";
import { Head } from "./views/head";
import { Help } from "./views/help";
import { Opener } from "./views/opener";
import { Share } from "./views/share";
import { Talk } from "./views/talk";
import { Timeline } from "./views/timeline";
import { WhatIf } from "./views/whatif";
import { Wire } from "./views/wire";
import { words } from "./words";

export function App() {
  return (
    <div class="app">
      <Head />
      {opened.value ? <Inspected /> : <Opener />}
      {sheet.value === "help" && <Help />}
      {sheet.value === "share" && <Share />}
      {card.value && <Card rule={card.value} />}
    </div>
  );
}

function Inspected() {
  return (
    <>
      <Timeline />
      <main class="frame" data-shows={showsPanel.value ? "panel" : "talk"}>
        <section class="talk" aria-label={words.talk.name}>
          <h2 class="unseen">{words.talk.name}</h2>
          <Talk />
        </section>
        <section class="panel" aria-label={words.panel.name}>
          <h2 class="unseen">{words.panel.name}</h2>
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
          {words.panel[each]}
        </button>
      ))}
    </div>
  );
}
