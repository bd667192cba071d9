/** The entry of a page that shows nothing, and gives the core to whoever asks from outside. */
import { startCore } from "../../www/core";

startCore().then((core) => Object.assign(globalThis, { core }));
