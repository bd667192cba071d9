/** The head of the page: what is open, what is to be thought of it at a glance, and the buttons. */
import "./head.css";
import { Sign } from "../../buttons";
import { Icon } from "../../icons";
import { hovered, pickFile } from "../../open/gestures";
import { source } from "../../open/source";
import { leaveTranscript } from "../../open/transcript";
import { opened, reading, sheet, showsPanel } from "../../state";
import { filled, words } from "../../words";
import { GLYPHS } from "./glyphs";
import { Messages } from "./messages";
import { Progress } from "./progress";
import { Summary } from "./summary";
import { ThemeButton } from "./theme";

export function Head() {
  const isOpen = opened.value !== undefined;
  return (
    <header class="head">
      <div class="head-row">
        <Name />
        {isOpen && <File />}
        {isOpen && <Summary />}
        <div class="head-buttons">
          {isOpen && <Labelled path={GLYPHS.open} label={words.head.open} act={pickFile} />}
          {isOpen && <Labelled path={GLYPHS.share} label={words.head.share} act={() => (sheet.value = "share")} />}
          <ThemeButton />
          <Sign class="head-key" sign="?" name={words.head.help} act={() => (sheet.value = "help")} />
        </div>
      </div>
      {isOpen && <Sides />}
      <Messages />
      {reading.value && <Progress {...reading.value} />}
      {hovered.value && <p class="head-dropping">{words.opener.letGo}</p>}
    </header>
  );
}

/** The name, which leads back to where everything begins. */
function Name() {
  const name = (
    <>
      <svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true">
        <path d="M3 8a5 5 0 1 1 5 5H3" fill="none" stroke="currentColor" stroke-width="2" />
      </svg>
      <span>{words.name}</span>
    </>
  );
  if (!opened.value && !reading.value) return <span class="head-name">{name}</span>;
  return (
    <button class="head-name" title={words.head.home} aria-label={words.head.home} onClick={leaveTranscript}>
      {name}
    </button>
  );
}

function File() {
  const [open, from] = [opened.value, source.value];
  if (!open) return null;
  const formats: Readonly<Record<string, string>> = words.head.formats;
  const origin = from?.way === "message" && filled(words.head.from, from.origin === "null" || !from.origin ? words.head.local : from.origin);
  return (
    <h1 class="head-file" title={open.name}>
      <strong>{open.name}</strong>
      <span class="soft">{[formats[open.format] ?? open.format, origin].filter(Boolean).join(" · ")}</span>
    </h1>
  );
}

function Labelled({ path, label, act }: { path: string; label: string; act: () => void }) {
  return (
    <button aria-label={label} title={label} onClick={act}>
      <Icon path={path} />
      <span class="head-label">{label}</span>
    </button>
  );
}

/** Which of the two is shown where there is room for one. */
function Sides() {
  return (
    <div class="sides" role="group" aria-label={words.head.sides}>
      {[false, true].map((side) => (
        <button key={String(side)} aria-pressed={showsPanel.value === side} onClick={() => (showsPanel.value = side)}>
          {side ? words.panel.name : words.talk.name}
        </button>
      ))}
    </div>
  );
}
