/** The head of the page: the open file, a summary of its verdicts, and the buttons. */
import "./head.css";
import { IconButton } from "../../buttons";
import { Icon } from "../../icons";
import { closeComparison, compared, comparing } from "../../open/comparison";
import { following } from "../../open/follow";
import { isDraggedOver, pickFile } from "../../open/input";
import { closeLibrary, library, showsLibrary } from "../../open/library";
import { source } from "../../open/source";
import { leaveTranscript } from "../../open/transcript";
import { openDialog, opened, reading, showsPanel } from "../../state";
import { FORMAT_NAMES } from "./format-names";
import { GLYPHS } from "./glyphs";
import { Notices } from "./notices";
import { Progress } from "./progress";
import { Summary } from "./summary";
import { ThemeButton } from "./theme-button";

export function Head() {
  const isListed = library.value !== undefined;
  const isOpen = opened.value !== undefined && !showsLibrary.value && !compared.value && !comparing.value;
  return (
    <header class="head">
      <div class="head-row">
        <HomeButton />
        {isOpen && <FileName />}
        {isOpen && following.value && <span class="chip head-following">following</span>}
        {isOpen && <Summary />}
        <div class="head-buttons">
          {isListed && isOpen && <LabelledButton path={GLYPHS.list} label="Sessions" onClick={() => (showsLibrary.value = true)} />}
          {isOpen && <LabelledButton path={GLYPHS.open} label="Open" onClick={pickFile} />}
          {isOpen && <LabelledButton path={GLYPHS.share} label="Share" onClick={() => (openDialog.value = "share")} />}
          <ThemeButton />
          <IconButton class="head-key" icon="?" name="Keyboard shortcuts" onClick={() => (openDialog.value = "help")} />
        </div>
      </div>
      {isOpen && <SideSwitch />}
      <Notices />
      {reading.value && <Progress {...reading.value} />}
      {isDraggedOver.value && <p class="head-dropping">Drop to open</p>}
    </header>
  );
}

/** The name of the page. A click leads back to the start page. */
function HomeButton() {
  const name = (
    <>
      <svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true">
        <path d="M3 8a5 5 0 1 1 5 5H3" fill="none" stroke="currentColor" stroke-width="2" />
      </svg>
      <span>rethought</span>
    </>
  );
  if (!opened.value && !reading.value && !library.value) return <span class="head-name">{name}</span>;
  return (
    <button class="head-name" title="rethought: back to the start page" aria-label="rethought: back to the start page" onClick={leave}>
      {name}
    </button>
  );
}

/** Closes everything that is open. */
function leave(): void {
  closeComparison();
  closeLibrary();
  leaveTranscript();
}

function FileName() {
  const open = opened.value;
  const from = source.value;
  if (!open) return null;
  const origin = from?.kind === "message" && `from ${from.origin && from.origin !== "null" ? from.origin : "a page on this machine"}`;
  return (
    <h1 class="head-file" title={open.name}>
      <strong>{open.name}</strong>
      <span class="soft">{[FORMAT_NAMES[open.format] ?? open.format, origin].filter(Boolean).join(" · ")}</span>
    </h1>
  );
}

function LabelledButton({ path, label, onClick }: { path: string; label: string; onClick: () => void }) {
  return (
    <button aria-label={label} title={label} onClick={onClick}>
      <Icon path={path} />
      <span class="head-label">{label}</span>
    </button>
  );
}

/** On a narrow page: the switch between conversation and details. */
function SideSwitch() {
  return (
    <div class="sides" role="group" aria-label="What is shown">
      <button aria-pressed={!showsPanel.value} onClick={() => (showsPanel.value = false)}>
        Conversation
      </button>
      <button aria-pressed={showsPanel.value} onClick={() => (showsPanel.value = true)}>
        Details
      </button>
    </div>
  );
}
