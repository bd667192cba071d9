/**
 * Hosts and models that the What-if form offers, and the third-party notices. The hosts are those of src/wires/hosts.json, the models those of
 * known-models.json. The build puts them into a block of the document.
 */
import type { Wire } from "rethought/slim";

export interface KnownTargets {
  /** A host to offer, its wires, and the domain that other hosts of the same provider end with, if it differs from the host. */
  readonly hosts: readonly (readonly [host: string, wires: readonly Wire[], domain?: string])[];
  readonly models: Readonly<Partial<Record<Wire, readonly string[]>>>;
  /** Who holds the rights of the code that the page and its wasm contain, with the texts of the licences, as Markdown. */
  readonly notices: string;
}
