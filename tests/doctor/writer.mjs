// Writes the edits of one session, as the command does: `node writer.mjs <home> <file> <edits>`. It prints `written`, or why not.
import { writeEdits } from "./node_modules/rethought/doctor/files/write.js";
import { sessionAt } from "./node_modules/rethought/doctor/places/find.js";
import { stampOf } from "./node_modules/rethought/doctor/source.js";

const [home, file, edits, pause = "0"] = process.argv.slice(2);
const where = { env: { XDG_STATE_HOME: `${home}/state` }, home };
const wait = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
try {
  await writeEdits({ ...sessionAt(file, where), project: "/shop" }, JSON.parse(edits), { stamp: stampOf(file), audit: () => wait(Number(pause)), where });
  console.log("written");
} catch (error) {
  console.log(error.message);
}
