/** The panes of the panel, in the order of their tabs and of the keys that open them. A new pane is a line here. */
import type { ComponentType } from "preact";
import { Audit } from "./audit";
import { Doctor } from "./doctor";
import { Exchanges } from "./exchanges";
import { WhatIf } from "./whatif";
import { Wire } from "./wire";

export interface Pane {
  /** Its name in links and in the state of the page. */
  readonly name: string;
  /** The text of its tab. */
  readonly title: string;
  readonly View: ComponentType;
}

export const PANES: readonly [Pane, ...Pane[]] = [
  { name: "audit", title: "Audit", View: Audit },
  { name: "wire", title: "Wire", View: Wire },
  { name: "whatif", title: "What if", View: WhatIf },
  { name: "exchanges", title: "Exchanges", View: Exchanges },
  { name: "doctor", title: "Doctor", View: Doctor },
];
