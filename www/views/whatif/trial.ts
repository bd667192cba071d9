/** The two targets of What if, each with the audit of the chosen request. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Finding, Report, Target, Wire } from "rethought/slim";
import { errorMessage } from "../../errors";
import { type Destination, destinationOf, parseHost } from "../../session/destination";
import { chosenIndex, core, exchange, report, request, session, triedTargets } from "../../state";
import { wiresOfHost } from "./suggestions";
import { type TargetFields, toFields } from "./target";

export interface Trial {
  readonly fields: TargetFields;
  readonly report: Report | undefined;
  /** A sentence that says why there is no report. */
  readonly trouble: string | undefined;
  /** A sentence that says that the host speaks another wire. */
  readonly otherWire: string | undefined;
}

/** The left and the right target, by their index in `triedTargets`. */
export type Side = 0 | 1;
export const SIDES: readonly Side[] = [0, 1];
export const SIDE_NAMES = ["A", "B"] as const;

/** Sets the target of a side; `undefined` is the recorded one. */
export function setTarget(side: Side, target: Target | undefined): void {
  const [left, right] = triedTargets.value;
  triedTargets.value = side === 0 ? [target, right] : [left, target];
}

/** The recorded destination and wire of the request. */
export const recorded = computed<{ destination: Destination; fields: TargetFields; wire: Wire } | undefined>(() => {
  const chosen = exchange.value;
  const body = request.value;
  const wire = chosen?.report?.wire ?? report.value?.wire;
  if (!chosen || !body || !wire) return undefined;
  const destination = destinationOf(core.value, chosen, body);
  return { destination, fields: toFields(destination, chosen.target), wire };
});

export const trials: readonly [ReadonlySignal<Trial | undefined>, ReadonlySignal<Trial | undefined>] = [computed(() => runTrial(0)), computed(() => runTrial(1))];

function runTrial(side: Side): Trial | undefined {
  const original = recorded.value;
  const target = triedTargets.value[side];
  const body = request.value;
  if (!original || !body) return undefined;
  if (!target) return { fields: original.fields, report: report.value, trouble: undefined, otherWire: undefined };
  const address = typeof target.url === "object" ? target.url.href : target.url;
  const isMoved = target.host !== undefined || address !== recordedUrl();
  const fields = toFields({ host: isMoved ? (target.host ?? address ?? "") : original.destination.host, model: target.model ?? original.destination.model }, target);
  const host = parseHost(fields.host);
  const spokenWires = (isMoved && address ? wiresOfAddress(address, body) : undefined) ?? wiresOfHost(host);
  const otherWire = spokenWires && !spokenWires.includes(original.wire) ? `${host} speaks ${spokenWires.join(", ")}. This request is ${original.wire} and is not converted here: what follows takes the body as it is.` : undefined;
  try {
    return { fields, report: session.value?.audit(chosenIndex.value, body, target), trouble: undefined, otherWire };
  } catch (error) {
    return { fields, report: undefined, trouble: `This target cannot be judged: ${errorMessage(error)}`, otherWire };
  }
}

function recordedUrl(): string | undefined {
  const url = exchange.value?.target.url;
  return typeof url === "object" ? url.href : url;
}

/** The wire that an address names for certain. */
function wiresOfAddress(address: string, body: Uint8Array): readonly Wire[] | undefined {
  const detected = core.value?.detect(body, address);
  return detected?.certainty === 100 ? [detected.wire] : undefined;
}

/** The findings that only one side has, and those that both have. */
export const difference = computed<{ only: readonly [Finding[], Finding[]]; both: Finding[] } | undefined>(() => {
  const [left, right] = trials.map(({ value }) => value?.report);
  if (!left || !right) return undefined;
  const key = ({ rule, pointer }: Finding) => `${rule} ${pointer}`;
  const [here, there] = [left, right].map(({ findings }) => new Set(findings.map(key))) as [Set<string>, Set<string>];
  return {
    only: [left.findings.filter((each) => !there.has(key(each))), right.findings.filter((each) => !here.has(key(each)))],
    both: left.findings.filter((each) => there.has(key(each))),
  };
});
