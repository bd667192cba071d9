// rethought tables: the tables of models and hosts. With --check it validates a file of such tables.
import { checkTables, tables as shipped } from "../tables/index.js";
import { counted } from "../report/words.js";
import { refuseBinary } from "../text/binary-kind.js";
import { eachFile } from "./files.js";
import { printJson, printText } from "./output.js";
import { noteAge } from "./tables-age.js";
import { Usage } from "./usage.js";

export async function tables(words, { check }, { endings }) {
  if (!check) {
    if (words.length) throw new Usage("tables reads files with --check only");
    printJson(shipped());
    noteAge();
    return 0;
  }
  const { exitCode } = await eachFile(words, { endings }, ({ file, bytes }) => {
    const { problems, stale, rows } = checkTables(parsed(bytes));
    const lines = problems.map(({ pointer, message }) => `${file}: ${pointer || "/"} ${message}`);
    const old = stale.map(({ pointer, date, source }) => `${file}: ${pointer} was last reviewed on ${date}: ${source}`);
    const verdict = problems.length ? `${counted(problems.length, "problem")}` : "no problems";
    printText([...lines, ...old, `${file}: ${counted(rows, "row")}, ${verdict}${stale.length ? `, ${stale.length} not reviewed for a year` : ""}`].join("\n"));
    return { found: problems.length };
  });
  return exitCode;
}

function parsed(bytes) {
  refuseBinary(bytes, "tables of models and hosts. For an example run: rethought tables");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error(`not JSON: ${error.message}`, { cause: error });
  }
}
