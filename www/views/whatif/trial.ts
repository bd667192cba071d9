/** The two targets that are tried, each with the audit of the request that is looked at. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Finding, Report, Wire } from "rethought/slim";
import { reasonOf } from "../../reason";
import { chosen, core, exchange, report, request, session, targets } from "../../state";
import { filled, words } from "../../words";
import { spokenBy } from "./known";
import { type Aim, aimOf, type Fields, fieldsOf, hostIn } from "./target";

export interface Trial {
  readonly fields: Fields;
  readonly report: Report | undefined;
  /** Why there is no report, as a sentence. */
  readonly trouble: string | undefined;
  /** Why it would not be understood there, as a sentence. */
  readonly foreign: string | undefined;
}

export type Side = 0 | 1;
export const SIDES: readonly Side[] = [0, 1];

/** Where the request went, and on which wire. */
export const recorded = computed<{ aim: Aim; fields: Fields; wire: Wire } | undefined>(() => {
  const [each, body] = [exchange.value, request.value];
  const wire = each?.report?.wire ?? report.value?.wire;
  if (!each || !body || !wire) return undefined;
  const aim = aimOf(core.value, each, body);
  return { aim, fields: fieldsOf(aim, each.target), wire };
});

export const trials: readonly [ReadonlySignal<Trial | undefined>, ReadonlySignal<Trial | undefined>] = [computed(() => tried(0)), computed(() => tried(1))];

function tried(side: Side): Trial | undefined {
  const [known, target, body] = [recorded.value, targets.value[side], request.value];
  if (!known || !body) return undefined;
  if (!target) return { fields: known.fields, report: report.value, trouble: undefined, foreign: undefined };
  const address = typeof target.url === "object" ? target.url.href : target.url;
  const isMoved = target.host !== undefined || address !== urlOf();
  const fields = fieldsOf({ host: isMoved ? (target.host ?? address ?? "") : known.aim.host, model: target.model ?? known.aim.model }, target);
  const host = hostIn(fields.host);
  const spoken = (isMoved && address ? wiresAt(address, body) : undefined) ?? spokenBy(host);
  const foreign = spoken && !spoken.includes(known.wire) ? filled(words.whatif.foreign, host, spoken.join(", "), known.wire) : undefined;
  try {
    return { fields, report: session.value?.audit(chosen.value, body, target), trouble: undefined, foreign };
  } catch (error) {
    return { fields, report: undefined, trouble: filled(words.whatif.cannot, reasonOf(error)), foreign };
  }
}

function urlOf(): string | undefined {
  const url = exchange.value?.target.url;
  return typeof url === "object" ? url.href : url;
}

/** An address names its wire for certain, or not at all. */
function wiresAt(address: string, body: Uint8Array): readonly Wire[] | undefined {
  const detected = core.value?.detect(body, address);
  return detected?.certainty === 100 ? [detected.wire] : undefined;
}

/** The findings of each side that the other has not, and those of both. */
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
