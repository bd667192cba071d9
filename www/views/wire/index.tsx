/** The wire view: the request and the answer, byte for byte. */
import "./wire.css";
import { useLayoutEffect, useRef } from "preact/hooks";
import { formatNumber } from "../../format";
import { wireTool } from "../../state";
import { Finder, stepMatch } from "./finder";
import { GoTo } from "./go-to";
import { body, hasDraft, requestedSide, showsRepaired, side, sides } from "./state";
import { Status } from "./status";
import { Text } from "./text";

const SIDE_NAMES = { request: "Request", answer: "Answer", stream: "Stream" } as const;

export function Wire() {
  const bytes = body.value;
  const onKeyDown = (event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && event.key === "f";
    if (isFind) wireTool.value = "find";
    else if (event.key === "F3" && wireTool.value === "find") stepMatch(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <div class="wire" onKeyDown={onKeyDown}>
      <Bar />
      {wireTool.value === "find" ? <Finder /> : wireTool.value === "goto" && <GoTo />}
      {bytes ? <Text body={bytes} /> : <p class="wire-empty soft">No body was recorded.</p>}
      <Status />
      <FocusBack />
    </div>
  );
}

function Bar() {
  const size = body.value?.length;
  return (
    <div class="wire-bar">
      <Choice name="Side of the exchange" options={sides.value.map((each) => [SIDE_NAMES[each], each === side.value, () => (requestedSide.value = each)])} />
      {hasDraft.value && side.value === "request" && (
        <Choice
          name="Version of the request"
          options={[
            ["As recorded", !showsRepaired.value, () => (showsRepaired.value = false)],
            ["Repaired", showsRepaired.value, () => (showsRepaired.value = true)],
          ]}
        />
      )}
      <span class="wire-size soft">{size !== undefined && `${formatNumber(size)} bytes`}</span>
      <button class="plain" aria-pressed={wireTool.value === "find"} onClick={() => toggle("find")}>
        Find <kbd>/</kbd>
      </button>
      <button class="plain" aria-pressed={wireTool.value === "goto"} onClick={() => toggle("goto")}>
        Go to <kbd>g</kbd>
      </button>
    </div>
  );
}

const toggle = (which: "find" | "goto") => (wireTool.value = wireTool.value === which ? undefined : which);

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

/** When a tool closes, the text gets the focus that the tool had. */
function FocusBack() {
  const before = useRef(wireTool.value);
  useLayoutEffect(() => {
    if (before.current && !wireTool.value && (document.activeElement === document.body || !document.activeElement)) document.querySelector<HTMLElement>(".wire-text")?.focus();
    before.current = wireTool.value;
  }, [wireTool.value]);
  return null;
}
