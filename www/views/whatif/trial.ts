/** The two targets of What if, each with the audit of the chosen request. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Conversion, Finding, Report, Target } from "rethought/slim";
import { errorMessage } from "../../errors";
import { type Destination, destinationOf } from "../../session/destination";
import { chosenIndex, core, exchange, report, request, session, triedTargets } from "../../state";
import { wireAt } from "./change";
import { type TargetFields, toFields } from "./target";

export interface Trial {
  readonly fields: TargetFields;
  /** The audit of the request, or of the converted one. */
  readonly report: Report | undefined;
  /** Set if the wire of the target differs from that of the request. */
  readonly conversion: Conversion<Uint8Array> | undefined;
  /** The reason why there is no report. */
  readonly trouble: string | undefined;
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

interface Recorded {
  readonly destination: Destination;
  readonly fields: TargetFields;
}

/** The recorded destination of the request. */
export const recorded = computed<Recorded | undefined>(() => {
  const chosen = exchange.value;
  const body = request.value;
  const wire = chosen?.report?.wire ?? report.value?.wire;
  if (!chosen || !body || !wire) return undefined;
  const destination = destinationOf(core.value, chosen, body);
  return { destination, fields: toFields(destination, wire, chosen.target) };
});

export const trials: readonly [ReadonlySignal<Trial | undefined>, ReadonlySignal<Trial | undefined>] = [computed(() => runTrial(0)), computed(() => runTrial(1))];

function runTrial(side: Side): Trial | undefined {
  const original = recorded.value;
  const target = triedTargets.value[side];
  const body = request.value;
  if (!original || !body) return undefined;
  const nothing = { report: undefined, conversion: undefined, trouble: undefined };
  if (!target) return { ...nothing, fields: original.fields, report: report.value };
  const fields = fieldsOf(target, original, body);
  const isConverted = fields.wire !== original.fields.wire;
  try {
    const conversion = isConverted ? session.value?.convert(chosenIndex.value, body, { ...target, wire: fields.wire }) : undefined;
    return { ...nothing, fields, conversion, report: conversion ? conversion.report : session.value?.audit(chosenIndex.value, body, target) };
  } catch (error) {
    return { ...nothing, fields, trouble: `${isConverted ? "This request cannot be converted" : "This target cannot be audited"}: ${errorMessage(error)}` };
  }
}

function fieldsOf(target: Target, { destination, fields: { wire } }: Recorded, body: Uint8Array): TargetFields {
  const address = typeof target.url === "object" ? target.url.href : target.url;
  const isMoved = target.host !== undefined || address !== recordedUrl();
  const host = isMoved ? (target.host ?? address ?? "") : destination.host;
  return toFields({ host, model: target.model ?? destination.model }, target.wire ?? (isMoved ? wireAt(host, wire, body) : wire), target);
}

function recordedUrl(): string | undefined {
  const url = exchange.value?.target.url;
  return typeof url === "object" ? url.href : url;
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
