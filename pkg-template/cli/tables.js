// rethought tables: what an audit knows of models and hosts; with --check, whether a file of such tables is right.
import { checkTables, tables as shipped } from "../tables/index.js";
import { eachFile } from "./files.js";
import { printJson, printText } from "./output.js";
import { Usage } from "./usage.js";

export function tables(files, { check }) {
  if (!check) {
    if (files.length) throw new Usage("tables reads files only with --check");
    printJson(shipped());
    return 0;
  }
  return eachFile(files, ({ file, bytes }) => {
    const { problems, stale, rows } = checkTables(parsed(bytes));
    const lines = problems.map(({ pointer, message }) => `${file}: ${pointer || "/"} ${message}`);
    const old = stale.map(({ pointer, date, source }) => `${file}: ${pointer} was last reviewed on ${date}: ${source}`);
    const verdict = problems.length ? `${problems.length} problems` : "in order";
    printText([...lines, ...old, `${file}: ${rows} rows, ${verdict}, ${stale.length} not reviewed for a year`].join("\n"));
    return { found: problems.length };
  }).exitCode;
}

function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error(`it is not JSON: ${error.message}`, { cause: error });
  }
}
