/** The error of a provider. The place that it names is a link to that place in the request. */
import { chosenIndex, core, request as shownRequest, session } from "../state";
import { goToBytes } from "./conversation/navigation";

/** A place as providers write it: `messages.9.content.0`, `input[2].id`, `contents[1].parts[0]`. */
const PLACE = /\b[a-z_]\w*(?:\.?\[\d+\]|\.\d+)(?:\.?\[\d+\]|\.\w+)*/i;

interface Props {
  nth: number;
  text: string;
  /** The place as the core reads it. */
  pointer: string | undefined;
}

export function ErrorText({ nth, text, pointer }: Props) {
  const named = pointer === undefined ? null : PLACE.exec(text);
  if (!named || pointer === undefined) return <>{text}</>;
  return (
    <>
      {text.slice(0, named.index)}
      <PlaceButton nth={nth} pointer={pointer} label={named[0]} />
      {text.slice(named.index + named[0].length)}
    </>
  );
}

/** The link to the place of an error whose text describes it in other words, such as "the second function call". */
export function UnnamedPlace({ nth, text, pointer }: Props) {
  if (pointer === undefined || PLACE.test(text)) return null;
  return (
    <p class="soft">
      Place: <PlaceButton nth={nth} pointer={pointer} label={pointer} />
    </p>
  );
}

function PlaceButton({ nth, pointer, label }: { nth: number; pointer: string; label: string }) {
  return (
    <button class="error-place" title={`Show ${pointer} in the request`} onClick={() => goToPointer(nth, pointer)}>
      {label}
    </button>
  );
}

/** Shows a place of the request in the wire view. If the request does not have it, shows the nearest value around it. */
function goToPointer(nth: number, pointer: string): void {
  const request = nth === chosenIndex.value ? shownRequest.value : session.value?.request(nth);
  const started = core.value;
  if (!request || !started) return;
  for (let place = pointer; place; place = place.slice(0, place.lastIndexOf("/"))) {
    try {
      const { start, end } = started.locate(request, place);
      return goToBytes(nth, "request", { start, end });
    } catch {
      // The request has no such place. The loop continues with the value around it.
    }
  }
}
