// The packages are in the folder of the suite, three above; without a root Turbopack reads no file there.
import { join } from "node:path";

export default { turbopack: { root: join(import.meta.dirname, "../../..") }, outputFileTracingRoot: join(import.meta.dirname, "../../..") };
