/** The facts about wires that the page needs. wires.json is written from the descriptions in src/wires, and a test compares them. */
import type { Wire } from "rethought/slim";
import wires from "./wires.json";

export interface WireDescription {
  /** The member of a request that holds its messages or items. */
  readonly list: string;
  /** Where a request names its model. */
  readonly model: string;
}

const WIRES: Readonly<Record<string, WireDescription>> = wires;

/** All wires, by name. */
export const WIRE_NAMES = Object.keys(wires) as Wire[];

export const describeWire = (wire: Wire | undefined): WireDescription | undefined => (wire === undefined ? undefined : WIRES[wire]);
