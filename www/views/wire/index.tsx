/** The wire view: what was sent and what came back, to the byte. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { filled, words } from "../../words";
import { Finder, stepBy } from "./finder";
import { GoTo } from "./goto";
import { asked, body, hasDraft, side, sides, tool, wantsMended } from "./shown";
import { Status } from "./status";
import { Text } from "./text";
import "./wire.css";

export function Wire() {
  const bytes = body.value;
  const press = (event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && event.key === "f";
    if (isFind) tool.value = "find";
    else if (event.key === "F3" && tool.value === "find") stepBy(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <div class="wire" onKeyDown={press}>
      <Bar />
      {tool.value === "find" ? <Finder /> : tool.value === "goto" && <GoTo />}
      {bytes ? <Text body={bytes} /> : <p class="wire-empty soft">{words.wire.nothing}</p>}
      <Status />
      <FocusBack />
    </div>
  );
}

function Bar() {
  const size = body.value?.length;
  return (
    <div class="wire-bar">
      <Choice name={words.wire.side} options={sides.value.map((each) => [words.wire.sides[each], each === side.value, () => (asked.value = each)])} />
      {hasDraft.value && side.value === "request" && (
        <Choice
          name={words.wire.version}
          options={[
            [words.wire.recorded, !wantsMended.value, () => (wantsMended.value = false)],
            [words.wire.mended, wantsMended.value, () => (wantsMended.value = true)],
          ]}
        />
      )}
      <span class="wire-size soft">{size !== undefined && filled(words.wire.size, size)}</span>
      <button class="plain" aria-pressed={tool.value === "find"} onClick={() => toggle("find")}>
        {words.wire.findButton} <kbd>/</kbd>
      </button>
      <button class="plain" aria-pressed={tool.value === "goto"} onClick={() => toggle("goto")}>
        {words.wire.gotoButton} <kbd>g</kbd>
      </button>
    </div>
  );
}

const toggle = (which: "find" | "goto") => (tool.value = tool.value === which ? undefined : which);

function Choice({ name, options }: { name: string; options: readonly (readonly [string, boolean, () => void])[] }) {
  return (
    <div class="wire-choice" role="group" aria-label={name}>
      {options.map(([label, isChosen, choose]) => (
        <button key={label} aria-pressed={isChosen} onClick={choose}>
          {label}
        </button>
      ))}
    </div>
  );
}

/** When a tool closes, the text has the focus that the tool had. */
function FocusBack() {
  const before = useRef(tool.value);
  useLayoutEffect(() => {
    if (before.current && !tool.value && (document.activeElement === document.body || !document.activeElement)) document.querySelector<HTMLElement>(".wire-text")?.focus();
    before.current = tool.value;
  }, [tool.value]);
  return null;
}
