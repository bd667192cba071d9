/** A converted request: the fates of its thoughts, the notes, and the request itself. */
import "./conversion.css";
import { useMemo } from "preact/hooks";
import type { Conversion, ConversionNote, RuleId, Wire } from "rethought/slim";
import type { ByteRange } from "../../bytes";
import { formatSize, plural } from "../../format";
import { chosenIndex, core, exchange, request } from "../../state";
import { RuleName } from "../audit/card";
import { ExportBody } from "../audit/export-body";
import { goToBytes } from "../conversation/navigation";
import { FateDrawing } from "./fate-drawing";
import { FateSample } from "./fate-line";
import { FATE_TONES, type FateGroup, groupFates, layOutFates } from "./fates";
import { previewJson } from "./preview";
import { recorded, type Side, SIDE_NAMES, trials } from "./trial";

export function ConvertedRequest({ side }: { side: Side }) {
  const trial = trials[side].value;
  const from = recorded.value?.fields.wire;
  if (!trial?.conversion || !from) return null;
  const { conversion, fields } = trial;
  const { plan, notes } = conversion;
  return (
    <section class="conversion" aria-labelledby={`conversion-${side}`} data-side={SIDE_NAMES[side]}>
      <h3 class="audit-name" id={`conversion-${side}`}>
        {SIDE_NAMES[side]}, converted
      </h3>
      <p class="soft">
        From <code>{from}</code> to <code>{fields.wire}</code>: {plural(plan.length, "thought")}, {plural(notes.length, "note")}.
      </p>
      {plan.length > 0 && <Fates conversion={conversion} wire={fields.wire} />}
      {notes.length > 0 && <Notes notes={notes} />}
      <Body body={conversion.request} />
    </section>
  );
}

function Fates({ conversion: { plan, request: converted }, wire }: { conversion: Conversion<Uint8Array>; wire: Wire }) {
  const rows = useMemo(() => {
    const readRequest = core.value?.readRequest;
    const [body, target] = [request.value, exchange.value?.target];
    return readRequest && body && target ? layOutFates(plan, readRequest(body, target), readRequest(converted, { wire })) : [];
  }, [plan]);
  return (
    <>
      <ul class="fate-groups" aria-label="Fates of the thoughts">
        {groupFates(plan).map((group) => (
          <Group key={`${group.fate} ${group.reason}`} group={group} />
        ))}
      </ul>
      <FateDrawing rows={rows} />
    </>
  );
}

/** The number of places of a group and of notes to list. */
const MAX_PLACES = 6;
const MAX_NOTES = 100;

function Group({ group: { fate, reason, pointers } }: { group: FateGroup }) {
  const left = pointers.length - MAX_PLACES;
  return (
    <li data-fate={fate} data-tone={FATE_TONES[fate]}>
      <FateSample fate={fate} />
      <span>
        <strong>{fate}</strong>, {plural(pointers.length, "thought")}: {reason}. <span class="mono soft">{pointers.slice(0, MAX_PLACES).join(", ")}</span>
        {left > 0 && <span class="soft"> and {left} more</span>}
      </span>
    </li>
  );
}

function Notes({ notes }: { notes: readonly ConversionNote[] }) {
  return (
    <>
      <h4>Changes</h4>
      <ul class="conversion-notes" aria-label="Changes">
        {notes.slice(0, MAX_NOTES).map(({ what, why, pointer, to }, nth) => (
          <li key={nth}>
            <Change what={what} why={why} />
            <span class="conversion-places">
              {pointer !== undefined && <SourcePlace pointer={pointer} />}
              {to !== undefined && <span class="mono soft">→ {to || "the whole request"}</span>}
            </span>
          </li>
        ))}
        {notes.length > MAX_NOTES && <li class="soft">and {notes.length - MAX_NOTES} more</li>}
      </ul>
    </>
  );
}

/** A change that an audit of the result required names the rule and its fix. */
function Change({ what, why }: Pick<ConversionNote, "what" | "why">) {
  return core.value?.explain(what as RuleId) ? (
    <>
      <RuleName rule={what} />: its fix was applied: <code>{why}</code>
    </>
  ) : (
    <>
      <strong>{what}</strong>: {why}
    </>
  );
}

/** A link to the bytes of a place in the source. */
function SourcePlace({ pointer }: { pointer: string }) {
  const show = () => goToBytes(chosenIndex.value, "request", findBytes(pointer));
  return (
    <button class="place mono" title={`Show in the wire view: ${pointer}`} onClick={show}>
      {pointer || "the whole request"}
    </button>
  );
}

function findBytes(pointer: string): ByteRange | undefined {
  try {
    return request.value && core.value?.locate(request.value, pointer);
  } catch {
    // A key that is not Unicode has no valid pointer.
    return undefined;
  }
}

function Body({ body }: { body: Uint8Array }) {
  const { text, isWhole } = useMemo(() => previewJson(body), [body]);
  return (
    <>
      <ExportBody label="Converted request" body={body} file="converted.json" />
      <details class="conversion-body">
        <summary>
          Read it <span class="soft">{formatSize(body.length)}</span>
        </summary>
        <pre class="mono" tabIndex={0} role="group" aria-label="Converted request as JSON">
          {text}
        </pre>
        {!isWhole && <p class="soft">This is its beginning. Copy or download it to read the rest.</p>}
      </details>
    </>
  );
}
