/** The entry of a page without views. It exposes the core to the test. */
import { startCore } from "../../../www/core/start";

startCore().then((core) => Object.assign(globalThis, { core }));
