// The damages of a world: those of single conversations, and those that use parts of others.
import { damagesOf } from "../damage.mjs";
import { MISROUTED } from "../damages/misrouted.mjs";
import { RESPONSES_SPELLING } from "../damages/spelling.mjs";

const all = {};

/** Returns the applicable damages of a kind, by name. */
export const damagesFor = (kind) => (all[kind] ??= { ...damagesOf(kind), ...MISROUTED, ...RESPONSES_SPELLING });

const vendorOf = ({ wire }) => wire.split("-")[0];
// Wires on which each vendor recognises foreign handles.
const KNOWN = ["anthropic-messages", "openai-responses", "gemini-generate"];

/** Returns handles and thoughts of others for a damage: only those that this world has recorded, so that a ledger can have them. */
export function poolOf(world, branch) {
  const pool = (talk, other, random) => {
    const fits = world.handles.filter(({ target }) => {
      if (!KNOWN.includes(target.wire)) return false;
      if (other === "vendor") return vendorOf(target) !== vendorOf(talk.target);
      if (vendorOf(target) !== vendorOf(talk.target)) return false;
      return other === "account" ? target.account !== talk.target.account && target.surface === talk.target.surface && target.model === talk.target.model : target.surface !== talk.target.surface;
    });
    return fits.length ? random.pick(fits).handle : null;
  };
  /** Returns the most similar talks, then others of its kind. */
  pool.others = () => {
    const near = [...branch.twins, ...branch.siblings].filter((other) => other.leg.key === branch.leg.key);
    return (near.length ? near : world.branches.filter((other) => other !== branch && other.leg.kind === branch.leg.kind)).map(({ talk }) => talk);
  };
  return pool;
}
