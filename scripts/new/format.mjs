// npm run new -- format <name>: messages in the form of a framework, with thoughts of Claude, and a check against the framework.
import { Changes } from "../changes.mjs";
import { readNames, templatesOf } from "../names.mjs";

export const usage = "format <name>";

const [TABLE, UNION, CHECKED] = ["src/formats/mod.rs", "pkg-template/convert/records.d.ts", "tests/behaviour/convert.test.mjs"];
const [SHAPES, TESTS] = ["src/formats/recognise.rs", "tests/frameworks"];

export function make(args, root) {
  const names = readNames(usage, args);
  const [changes, template] = [new Changes(root), templatesOf("format", names)];
  changes.ensureFree(`src/formats/${names.snake}`);
  changes.create(`src/formats/${names.snake}.rs`, template("format.rs"));
  changes.insertSorted(TABLE, /^(?:pub )?mod (\w+);$/, `mod ${names.snake};`);
  changes.insertBefore(TABLE, /^ {4}&langchain::LANGCHAIN,$/, `    &${names.snake}::MESSAGES,`);
  const shape = ["    Shape {", `        format: "${names.kebab}",`, '        lists: &["", "messages"],', '        messages: &["role:s thinking:a,calls:a,contentMeta:o"],', "        parts: &[],", "        body: NOTHING,", "    },"];
  changes.insertBefore(SHAPES, /^ {4}Shape \{ format: "pydantic-ai"/, shape.join("\n"));
  changes.insertBefore(UNION, /^ {2}\| "agentfootprint"/, `  | "${names.kebab}"`);
  changes.insertInLine(CHECKED, /"ai-sdk-ui".*("letta"\])/, `"${names.kebab}", `);
  changes.insertBefore("www/site/guides/conversion.md", /^\| `agentfootprint`, `cognipeer`, `letta` \|/, `| \`${names.kebab}\` | ${names.title} |`);
  changes.create(`${TESTS}/checks/${names.kebab}.test.mjs`, template("check.test.mjs"));
  return {
    changes,
    todo: ["write the members of the framework into the reader and the writer", "cargo test --test rust convert::formats", `add the framework to ${TESTS}/package.json, and send its messages in the check`],
  };
}
