// A loop of tools through one client, for all checks of the clients.
import { adapters, noted, openVendor } from "./vendor.mjs";

export const STEPS = 6;

/** Runs a loop. Returns how it ended, and the reports on the way. */
export async function loop(driver, { seed, isStream, mode, steps = STEPS, onStep = () => {} }) {
  const vendor = await openVendor(seed);
  const { told, hooks } = noted();
  try {
    const talk = driver.open(vendor, { mode, ...hooks });
    talk.ask("Find the file, then tell me.");
    for (let step = 0; step < steps; step++) {
      vendor.calls = step < STEPS - 1 ? 1 + (step % 2) : 0;
      await onStep(step, talk, { vendor, told });
      const fault = await talk.step(isStream, (name) => `${name} is done, step ${step}`).then((calls) => (calls === vendor.calls ? "" : `${calls} calls of ${vendor.calls}`), (error) => `${error.name}: ${error.message}`);
      await (adapters.guardOf(talk.client) ?? talk.client).settled();
      if (fault) return { step, fault, told, vendor };
    }
    return { step: steps, told, vendor };
  } finally {
    await vendor.close();
  }
}
